import type { Run } from '../../kernel/playbook.ts'
import type { LandedLink } from '../integrate/integration.ts'

/** The tasks that changed a path, in the order in which they came onto the line. */
export type OwnersOf = (path: string) => readonly string[]

/** Finds out who changed what on the line, as a recorded step. */
export async function findOwners(run: Run, landed: readonly LandedLink[]): Promise<OwnersOf> {
  const links = landed.map(({ task, ours, commit }) => ({ task: task.id, ours, commit }))
  const changed = await run.step<{ task: string; paths: string[] }[]>('owners', {
    kind: 'repository',
    input: links,
    execute: async ({ world: { repository } }) => {
      const found: { task: string; paths: string[] }[] = []
      for (const { task, ours, commit } of links) {
        const changes = await repository.changes(ours, commit)
        found.push({ task, paths: changes.map(({ path }) => path) })
      }
      return found
    },
  })
  return (path) => changed.filter(({ paths }) => paths.includes(path)).map(({ task }) => task)
}
