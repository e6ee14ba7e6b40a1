import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { Folder } from './folder-handle.ts'
import { closeAfter, openFolder } from './folder-handle.ts'
import { setAside } from './set-aside.ts'

const PLAINLY = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK
const ANEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

/**
 * Opens an empty file of ours to write. What is no file of ours alone (a link, a pipe, a folder, a file with another
 * name somewhere) is set aside as it is, and so nothing is written through it.
 */
export async function openAnew(file: string, mode: number): Promise<FileHandle> {
  const folder = await openFolder(dirname(file))
  if (folder === null) throw new Error(`${dirname(file)} is no folder`)
  return closeAfter(folder, openIn(folder, basename(file), mode))
}

async function openIn(folder: Folder, name: string, mode: number): Promise<FileHandle> {
  const handle = await open(folder.at(name), PLAINLY, mode).catch(() => null)
  if (handle !== null) {
    try {
      const found = await handle.stat()
      if (found.isFile() && found.nlink === 1) {
        await handle.truncate(0)
        return handle
      }
    } catch (error) {
      await handle.close()
      throw error
    }
    await handle.close()
  }
  await setAside(folder, name, folder)
  return open(folder.at(name), ANEW, mode)
}
