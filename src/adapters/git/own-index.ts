import { lstat } from 'node:fs/promises'
import type { Folder } from '../places/folder-handle.ts'
import { whenGone } from './file-errors.ts'
import type { GitContext } from './git-context.ts'
import type { Worktree } from './open-worktree.ts'

/** Remembers a worktree's index as one that we have just written. */
export async function rememberIndex({ indexes }: GitContext, { gitDir, git }: Worktree): Promise<void> {
  const mark = await markOf(git)
  if (mark === null) indexes.delete(gitDir)
  else indexes.set(gitDir, mark)
}

/** Whether nobody has written a worktree's index since we did: then it hides no change, and has no file of others. */
export async function isOwnIndex({ indexes }: GitContext, { gitDir, git }: Worktree): Promise<boolean> {
  const known = indexes.get(gitDir)
  return known !== undefined && known === (await markOf(git))
}

/** The time of the last change is the system's own; nobody else can set it. */
async function markOf(git: Folder): Promise<string | null> {
  const found = await lstat(git.at('index'), { bigint: true }).catch(whenGone(null))
  return found === null ? null : `${found.size} ${found.ino} ${found.ctimeNs}`
}
