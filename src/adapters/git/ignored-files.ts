import { join } from 'node:path'
import type { GitContext } from './git-context.ts'
import type { Worktree } from './open-worktree.ts'
import { removeFolder } from './remove-folder.ts'
import { worktreePlace } from './restore-files.ts'

const LIST = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory']

/** Ignored files by path; a folder that is ignored as a whole ends with `/`. */
export async function listIgnored(context: GitContext, worktree: Worktree): Promise<readonly string[]> {
  const { stdout } = await context.git(worktreePlace(worktree), LIST)
  return stdout.split('\0').filter((path) => path !== '')
}

/** Removes every ignored file but those that may stay, and what commands left in the temporary folder. */
export async function removeIgnored(
  context: GitContext,
  worktree: Worktree,
  keep: readonly string[],
): Promise<void> {
  const staying = new Set(keep)
  const leaving = (await listIgnored(context, worktree)).filter((path) => !staying.has(path))
  await context.effect('remove ignored', async () => {
    for (const path of leaving) await removeFolder(join(worktree.path, path))
    await removeFolder(`${worktree.path}.tmp`)
  })
}
