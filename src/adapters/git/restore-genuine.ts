import type { GitContext } from './git-context.ts'
import { markObjects } from './object-marks.ts'
import type { Worktree } from './open-worktree.ts'
import { restoreFiles } from './restore-files.ts'
import { verifyObjects } from './verify-objects.ts'

/** Puts the files of a worktree to a commit, from objects that hold what their names stand for. */
export async function restoreGenuine(context: GitContext, worktree: Worktree, commit: string): Promise<void> {
  const before = await verifyObjects(context, commit)
  await restoreFiles(context, worktree, commit)
  const after = await markObjects(context.commonDir, [...before.keys()])
  if ([...before].every(([id, mark]) => after.get(id) === mark)) return
  await verifyObjects(context, commit)
  // Git may have read another content meanwhile: without an index of our own every file is compared with its name.
  context.indexes.delete(worktree.gitDir)
  await restoreFiles(context, { ...worktree, fresh: false }, commit)
}
