import { access, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { RunFailure } from '../../kernel/failure.ts'
import type { GitContext } from './git-context.ts'
import type { Worktree } from './open-worktree.ts'
import { isOwnIndex, rememberIndex } from './own-index.ts'
import type { GitPlace } from './run-git.ts'
import { allowAccess } from './remove-folder.ts'

/** What an interrupted git command leaves in a worktree's git directory. */
const UNFINISHED = ['rebase-merge', 'rebase-apply', 'sequencer', 'BISECT_START', 'BISECT_LOG']
/** Our own index, which is made anew for every commit. */
const OWN_INDEX = 'tutti.index'

export function worktreePlace(worktree: Worktree): GitPlace {
  return { cwd: worktree.path, gitDir: worktree.gitDir, workTree: worktree.path }
}

/** Removes the locks in a worktree of ours: git would wait for every one of them. Contract: nobody works in it now. */
export async function removeLocks(context: GitContext, gitDir: string): Promise<void> {
  for (const name of await readdir(gitDir, { recursive: true })) {
    if (name !== OWN_INDEX && !name.endsWith('.lock')) continue
    await context.effect('remove lock', () => rm(join(gitDir, name), { force: true }))
  }
}

/**
 * Puts HEAD, index and all files that are not ignored to a commit, whatever an agent did to them: an attached
 * HEAD is let go first so that no branch moves, and an index that hides changes is not believed.
 */
export async function restoreFiles(context: GitContext, worktree: Worktree, commit: string): Promise<void> {
  const place = worktreePlace(worktree)
  const change = (label: string, args: readonly string[], accept: readonly number[] = []): Promise<unknown> =>
    context.effect(label, () => context.git(place, args, { accept }))
  await removeLocks(context, worktree.gitDir)
  await setHead(context, worktree, commit)
  if (!worktree.fresh) await endUnfinished(context, worktree)
  if (!worktree.fresh && !(await isOwnIndex(context, worktree))) {
    // Removes what only the present index knows; then an index is made anew, which hides nothing.
    await change('git reset', ['reset', '--quiet', '--hard', commit], [1, 128])
    await change('git read-tree', ['read-tree', commit])
    await change('git refresh', ['update-index', '-q', '--refresh'], [1])
  }
  await withAccess(worktree.path, async () => {
    await change('git reset', ['reset', '--quiet', '--hard', commit])
    if (!worktree.fresh) await change('git clean', ['clean', '-ffdq'])
  })
  if (!worktree.fresh) await removeStrayRepositories(context, worktree)
  await rememberIndex(context, worktree)
}

async function endUnfinished(context: GitContext, { gitDir }: Worktree): Promise<void> {
  const present = await readdir(gitDir)
  for (const name of UNFINISHED.filter((each) => present.includes(each))) {
    await context.effect('end unfinished', () => rm(join(gitDir, name), { recursive: true, force: true }))
  }
}

/** Points a worktree's own HEAD at a commit; a branch it was attached to stays where it is. */
export async function setHead(context: GitContext, worktree: Worktree, commit: string): Promise<void> {
  if ((await readFile(join(worktree.gitDir, 'HEAD'), 'utf8')) === `${commit}\n`) return
  const args = ['update-ref', '--no-deref', 'HEAD', commit]
  await context.effect('git set-head', () => context.git(worktreePlace(worktree), args))
}

/** Tries once more with access restored when the first attempt fails. */
export async function withAccess<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof RunFailure) || error.code !== 'workspace-failed') throw error
    await allowAccess(path)
    return act()
  }
}

/** A repository that an agent made around tracked files is not seen by `git clean`. */
async function removeStrayRepositories(context: GitContext, worktree: Worktree): Promise<void> {
  const { stdout } = await context.git(worktreePlace(worktree), ['ls-files', '-z', '--cached'])
  const folders = new Set<string>()
  for (const file of stdout.split('\0')) {
    for (let up = dirname(file); up !== '.' && !folders.has(up); up = dirname(up)) folders.add(up)
  }
  for (const folder of folders) {
    const stray = join(worktree.path, folder, '.git')
    if (await exists(stray)) {
      await context.effect('remove stray repository', () => rm(stray, { recursive: true, force: true }))
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
