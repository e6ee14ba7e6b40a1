import { lstat, readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { RunFailure } from '../../kernel/failure.ts'
import { removeEntry } from '../places/empty-folder.ts'
import type { Folder } from '../places/folder-handle.ts'
import { closeAfter, openDeep } from '../places/folder-handle.ts'
import { readSmallFile } from '../places/read-small-file.ts'
import { replaceFile } from '../places/replace-file.ts'
import { allowAccess, walkFolders } from '../places/walk-folders.ts'
import type { GitContext } from './git-context.ts'
import type { Worktree } from './open-worktree.ts'
import { isOwnIndex, rememberIndex } from './own-index.ts'
import type { GitPlace } from './git-place.ts'
import { settledShared } from './settled-shared.ts'

/** What an interrupted git command leaves in a worktree's git directory. */
const UNFINISHED = ['rebase-merge', 'rebase-apply', 'sequencer', 'BISECT_START', 'BISECT_LOG']
/** Our own index, which is made anew for every commit. */
const OWN_INDEX = 'tutti.index'

export function worktreePlace(
  context: GitContext,
  { path, gitDir, files, git }: Worktree,
): GitPlace & { readonly cwd: string } {
  return { cwd: path, gitDir, worktree: { files, git, shared: settledShared(context) } }
}

/** Removes the locks in a worktree of ours: git would wait for every one of them. Contract: nobody works in it now. */
export async function removeLocks(context: GitContext, git: Folder): Promise<void> {
  await walkFolders(git, async (folder, steps) => {
    const entries = await readdir(folder.here, { withFileTypes: true })
    const isLock = (name: string): boolean =>
      name.endsWith('.lock') || (steps.length === 0 && name === OWN_INDEX)
    for (const { name } of entries.filter((entry) => isLock(entry.name)))
      await context.effect('remove lock', () => removeEntry(folder, name))
    return entries.filter((entry) => entry.isDirectory() && !isLock(entry.name)).map(({ name }) => name)
  })
}

/**
 * Puts HEAD, index and all files that are not ignored to a commit, whatever an agent did to them: an attached
 * HEAD is let go first so that no branch moves, and an index that hides changes is not believed.
 */
export async function restoreFiles(context: GitContext, worktree: Worktree, commit: string): Promise<void> {
  const place = worktreePlace(context, worktree)
  const change = (label: string, args: readonly string[], accept: readonly number[] = []): Promise<unknown> =>
    context.effect(label, () => context.git(place, args, { accept }))
  await removeLocks(context, worktree.git)
  await setHead(context, worktree, commit)
  if (!worktree.fresh) await endUnfinished(context, worktree)
  if (!worktree.fresh && !(await isOwnIndex(context, worktree))) {
    // Removes what only the present index knows; then an index is made anew, which hides nothing.
    await change('git reset', ['reset', '--quiet', '--hard', commit], [1, 128])
    await change('git read-tree', ['read-tree', commit])
    await change('git refresh', ['update-index', '-q', '--refresh'], [1])
  }
  await withAccess(worktree.files, async () => {
    await change('git reset', ['reset', '--quiet', '--hard', commit])
    if (!worktree.fresh) await change('git clean', ['clean', '-ffdq'])
  })
  if (!worktree.fresh) await removeStrayRepositories(context, worktree)
  await rememberIndex(context, worktree)
}

async function endUnfinished(context: GitContext, { git }: Worktree): Promise<void> {
  const present = await readdir(git.here)
  for (const name of UNFINISHED.filter((each) => present.includes(each))) {
    await context.effect('end unfinished', () => removeEntry(git, name))
  }
}

/** Points a worktree's own HEAD at a commit; a branch it was attached to stays where it is. */
export async function setHead(context: GitContext, worktree: Worktree, commit: string): Promise<void> {
  if ((await readSmallFile(worktree.git.at('HEAD'))) === `${commit}\n`) return
  await context.effect('git set-head', () => replaceFile(worktree.git, 'HEAD', `${commit}\n`))
}

/** Tries once more with access restored when the first attempt fails. */
export async function withAccess<T>(files: Folder, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof RunFailure) || error.code !== 'workspace-failed') throw error
    await allowAccess(files)
    return act()
  }
}

/** A repository that an agent made around tracked files is not seen by `git clean`. */
async function removeStrayRepositories(context: GitContext, worktree: Worktree): Promise<void> {
  const { stdout } = await context.git(worktreePlace(context, worktree), ['ls-files', '-z', '--cached'])
  const folders = new Set<string>()
  for (const file of stdout.split('\0')) {
    for (let up = dirname(file); up !== '.' && !folders.has(up); up = dirname(up)) folders.add(up)
  }
  for (const folder of folders) {
    const found = await lstat(worktree.files.at(`${folder}/.git`)).catch(() => null)
    if (found === null) continue
    await context.effect('remove stray repository', async () => {
      const around = await openDeep(worktree.files, folder.split('/'))
      await (around === null ? null : closeAfter(around, removeEntry(around, '.git')))
    })
  }
}
