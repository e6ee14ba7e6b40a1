import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'

const AT_ITS_END =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Opens a file of ours to write at its end, made where there is none. Contract: a link, a pipe, a folder, or a file
 * that has another name somewhere, is refused and left as it is.
 */
export async function openToAppend(file: string, mode: number): Promise<FileHandle> {
  const handle = await open(file, AT_ITS_END, mode)
  try {
    const found = await handle.stat()
    if (!found.isFile() || found.nlink > 1) throw new Error('it is no file of ours')
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}
