import { constants } from 'node:fs'
import { copyFile, lstat, rename, utimes } from 'node:fs/promises'
import { removeEntry } from '../places/empty-folder.ts'
import { readSmallFile } from '../places/read-small-file.ts'
import { replaceFile } from '../places/replace-file.ts'
import { whenGone } from './file-errors.ts'
import type { GitContext } from './git-context.ts'
import type { Worktree } from './open-worktree.ts'
import { worktreePlace } from './restore-files.ts'

/** An index of the files as we last saw them, which knows their times. */
const LEFT = 'tutti.left'
/** Paths that a stranger wrote, found when the workspace was opened for something else. */
const STRAYS = 'tutti.strays'

/** Remembers the files as `indexFile` has just seen them. */
export async function rememberLeft(context: GitContext, { git }: Worktree, index: string): Promise<void> {
  await context.effect('remember files', async () => {
    const draft = `${LEFT}.new`
    await removeEntry(git, draft)
    await copyFile(git.at(index), git.at(draft), constants.COPYFILE_EXCL)
    // Git reads a file again whose time is not older than its index's: a younger copy would hide a change.
    const seconds = Math.floor((await lstat(git.at(index))).mtimeMs / 1000)
    await utimes(git.at(draft), seconds, seconds)
    await rename(git.at(draft), git.at(LEFT))
  })
}

/** Files, not ignored ones, that are no longer as they were remembered, and those set aside before. */
export async function findStrays(context: GitContext, worktree: Worktree): Promise<readonly string[]> {
  const kept = parsePaths((await readSmallFile(worktree.git.at(STRAYS))) ?? '[]')
  return [...new Set([...kept, ...(await changedSince(context, worktree))])]
}

/** Keeps what a stranger wrote in mind, before the files are put to another commit. */
export async function setStraysAside(context: GitContext, worktree: Worktree): Promise<void> {
  if (worktree.fresh) return
  if ((await changedSince(context, worktree)).length > 0) {
    const strays = await findStrays(context, worktree)
    await context.effect('remember files', () => replaceFile(worktree.git, STRAYS, JSON.stringify(strays)))
  }
  await remove(context, worktree, [LEFT])
}

export async function forgetLeft(context: GitContext, worktree: Worktree): Promise<void> {
  if (!worktree.fresh) await remove(context, worktree, [LEFT, STRAYS])
}

async function remove(context: GitContext, { git }: Worktree, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const isThere = (await lstat(git.at(name)).catch(whenGone(null))) !== null
    if (isThere) await context.effect('forget files', () => removeEntry(git, name))
  }
}

async function changedSince(context: GitContext, worktree: Worktree): Promise<readonly string[]> {
  if ((await lstat(worktree.git.at(LEFT)).catch(whenGone(null))) === null) return []
  const place = { ...worktreePlace(context, worktree), indexFile: `${worktree.gitDir}/${LEFT}` }
  const list = async (args: readonly string[]): Promise<readonly string[]> =>
    (await context.git(place, args)).stdout.split('\0').filter((path) => path !== '')
  return [
    ...(await list(['diff', '--no-ext-diff', '--name-only', '-z', '--ignore-submodules=dirty'])),
    ...(await list(['ls-files', '-z', '--others', '--exclude-standard'])),
  ]
}

/** An agent may have written there. */
function parsePaths(text: string): readonly string[] {
  try {
    const paths: unknown = JSON.parse(text)
    return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : []
  } catch {
    return []
  }
}
