import { posix } from 'node:path'
import { removeEntry } from '../places/empty-folder.ts'
import type { Folder } from '../places/folder-handle.ts'
import { closeAfter, openDeep } from '../places/folder-handle.ts'
import type { GitContext } from './git-context.ts'
import type { Worktree } from './open-worktree.ts'
import { worktreePlace } from './restore-files.ts'

const LIST = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory']

/** Ignored files by path; a folder that is ignored as a whole ends with `/`. */
export async function listIgnored(context: GitContext, worktree: Worktree): Promise<readonly string[]> {
  const { stdout } = await context.git(worktreePlace(context, worktree), LIST)
  return stdout.split('\0').filter((path) => path !== '')
}

/** Removes what lies below a workspace's folder. A link on the way leads to nothing of its own, and so it is left alone. */
export async function removeBelow(files: Folder, path: string): Promise<void> {
  const { dir, base } = posix.parse(path.replace(/\/$/, ''))
  const folder = await openDeep(files, dir === '' ? [] : dir.split('/'))
  await (folder === null ? null : closeAfter(folder, removeEntry(folder, base)))
}
