import { digestOf } from '../../src/kernel/digest.ts'
import type { World } from '../../src/kernel/ports/world.ts'
import { paperWorld } from './paper-world.ts'

/** A world of paper in which the run's own files have texts and their commits hold them. */
export function paperFiles(
  base: Readonly<Record<string, string>>,
): Pick<World, 'commands' | 'workspaces' | 'repository' | 'files'> {
  const paper = paperWorld({
    fails: () => false,
    touches: () => [],
    conflicts: () => false,
    isIdle: () => true,
    keeps: () => null,
  })
  const folder = new Map(Object.entries(base))
  const commits = new Map<string, ReadonlyMap<string, string>>([['base', new Map(folder)]])
  const keep = (texts: ReadonlyMap<string, string>): string => {
    const commit = digestOf([...texts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    commits.set(commit, texts)
    return commit
  }
  return {
    ...paper,
    workspaces: {
      ...paper.workspaces,
      saveUnfinished: async ({ workspace }) => (workspace.id === '_files' ? keep(new Map(folder)) : null),
    },
    repository: {
      ...paper.repository,
      listFiles: async (commit) => [...(commits.get(commit)?.keys() ?? [])],
      readFile: async (commit, path) => commits.get(commit)?.get(path) ?? null,
      overlay: async ({ onto, from, paths }) => {
        const texts = new Map(commits.get(onto))
        for (const path of paths) {
          const text = commits.get(from)?.get(path)
          if (text === undefined) texts.delete(path)
          else texts.set(path, text)
        }
        const commit = keep(texts)
        return { commit, tree: commit }
      },
    },
    files: {
      read: async (_workspace, path) => folder.get(path) ?? null,
      write: async (_workspace, path, text) => {
        folder.set(path, text)
      },
      remove: async (_workspace, path) => {
        folder.delete(path)
      },
      keep: async (name) => name,
    },
  }
}
