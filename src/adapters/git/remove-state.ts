import { posix, relative } from 'node:path'
import { removeEntry } from '../places/empty-folder.ts'
import { closeAfter, openDeep, openFolder } from '../places/folder-handle.ts'
import type { GitContext } from './git-context.ts'

/** Removes something of our own state, with all that lies in it; a link on the way leads to nothing of ours. */
export function removeState({ stateFolder }: GitContext, path: string): Promise<void> {
  return removeBelow(stateFolder, path)
}

/** Removes something that appeared in what all worktrees share; what a link leads to stays. */
export function removeShared({ commonDir }: GitContext, path: string): Promise<void> {
  return removeBelow(commonDir, path)
}

async function removeBelow(root: string, path: string): Promise<void> {
  const { dir, base } = posix.parse(relative(root, path))
  const state = await openFolder(root)
  if (state === null) return
  const folder = await closeAfter(state, openDeep(state, dir === '' ? [] : dir.split('/')))
  await (folder === null ? null : closeAfter(folder, removeEntry(folder, base)))
}
