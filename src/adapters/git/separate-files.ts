import { renameSync } from 'node:fs'
import { posix } from 'node:path'
import { removeEntry } from '../places/empty-folder.ts'
import type { Folder } from '../places/folder-handle.ts'
import { closeAfter, openDeep } from '../places/folder-handle.ts'
import { copyPlain } from './copy-plain.ts'
import { readMarks } from './folder-marks.ts'
import type { GitContext } from './git-context.ts'
import type { Worktree } from './open-worktree.ts'

/** Gives files that have another name somewhere a content of their own. */
export async function separateFiles(context: GitContext, { files }: Worktree): Promise<void> {
  const shared = [...(await readMarks(files.here))].filter(
    ([, { kind, links }]) => kind === 'file' && links > 1,
  )
  if (shared.length === 0) return
  await context.effect('separate files', async () => {
    for (const [path, { mode }] of shared) await separateFile(files, path, mode)
  })
}

/** Puts a copy in the place of a file. A link on the way leads to nothing of the place's, and so it is left alone. */
export async function separateFile(place: Folder, path: string, mode: number): Promise<void> {
  const { dir, base } = posix.parse(path)
  const folder = await openDeep(place, dir === '' ? [] : dir.split('/'))
  if (folder === null) return
  const draft = `${base}.tutti-new`
  const replace = async (): Promise<void> => {
    await removeEntry(folder, draft)
    if ((await copyPlain(folder.at(base), folder.at(draft), mode)) === null) return
    renameSync(folder.at(draft), folder.at(base))
  }
  await closeAfter(folder, replace())
}
