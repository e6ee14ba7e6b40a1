import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

/** Opens a file to read, and nothing else of that name: no link is followed, and no pipe is waited for. */
export async function openRegular(file: string): Promise<FileHandle> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    if (!(await handle.stat()).isFile()) throw new Error('it is no file')
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Whether `openRegular` found something else than a file there: a folder, a pipe, a link, a socket. */
export function isNoFile(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return 'code' in error ? ['ELOOP', 'ENXIO'].includes(String(error.code)) : error.message === 'it is no file'
}
