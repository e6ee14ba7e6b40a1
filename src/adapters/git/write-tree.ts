import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitContext } from './git-context.ts'
import type { Worktree } from './open-worktree.ts'
import { withAccess, worktreePlace } from './restore-files.ts'
import type { GitPlace } from './run-git.ts'

export interface WrittenTree {
  readonly tree: string
  /** An index of exactly this tree that knows the files' times; it may become the worktree's own. */
  readonly indexFile: string
}

/**
 * The tree of the files as they are, without those that are ignored. It is read into an index of our own that
 * starts from `parent`, so that nothing an agent did to the worktree's index can hide or smuggle a file.
 */
export async function writeTree(
  context: GitContext,
  worktree: Worktree,
  parent: string,
): Promise<WrittenTree> {
  const indexFile = join(worktree.gitDir, 'tutti.index')
  const place = { ...worktreePlace(worktree), indexFile }
  await context.effect('git read-tree', async () => {
    await rm(indexFile, { force: true })
    await context.git(place, ['read-tree', parent])
  })
  await withAccess(worktree.path, async () => {
    await adoptEmbeddedRepositories(context, place)
    await context.effect('git add', () => context.git(place, ['add', '--all']))
  })
  const { stdout } = await context.effect('git write-tree', () => context.git(place, ['write-tree']))
  return { tree: stdout.trim(), indexFile }
}

/**
 * A repository that an agent made inside the workspace would become a link to commits that nobody has. A
 * placeholder in our index makes git walk it as the ordinary folder it should be; `git add` drops the placeholder.
 */
async function adoptEmbeddedRepositories(context: GitContext, place: GitPlace): Promise<void> {
  const list = ['ls-files', '-z', '--others', '--killed', '--exclude-standard']
  for (const adopted = new Set<string>(); ;) {
    const { stdout } = await context.git(place, list)
    const embedded: string[] = []
    for (const path of stdout.split('\0')) {
      if (path.endsWith('/') && !adopted.has(path) && !(await isSubmodule(context, place, path)))
        embedded.push(path)
    }
    if (embedded.length === 0) return
    for (const path of embedded) adopted.add(path)
    const { stdout: blob } = await context.git(place, ['hash-object', '--stdin'])
    const input = embedded.map((path) => `100644 ${blob.trim()}\t${path}.tutti-placeholder\0`).join('')
    const update = ['update-index', '-z', '--add', '--replace', '--index-info']
    await context.effect('git update-index', () => context.git(place, update, { input }))
  }
}

/** Whether `.gitmodules` names the folder and there is a commit to link to: then it is meant as a submodule. */
async function isSubmodule(context: GitContext, place: GitPlace, path: string): Promise<boolean> {
  const modules = join(place.cwd, '.gitmodules')
  const named = await access(modules).then(
    () => true,
    () => false,
  )
  if (!named) return false
  const query = ['config', '--file', modules, '-z', '--get-regexp', String.raw`^submodule\..*\.path$`]
  const { stdout } = await context.git(place, query, { accept: [1, 3, 128] })
  const paths = stdout.split('\0').map((entry) => entry.slice(entry.indexOf('\n') + 1).replace(/\/$/, ''))
  if (!paths.includes(path.replace(/\/$/, ''))) return false
  const head = ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']
  return (await context.git({ cwd: join(place.cwd, path) }, head, { accept: [1, 128] })).code === 0
}
