import { chmod, lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode, whenGone } from './file-errors.ts'

/** Removes a folder, or nothing when it is gone already; folders that an agent made read-only do not stop it. */
export async function removeFolder(path: string): Promise<void> {
  const attempt = (): Promise<void> =>
    rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  try {
    await attempt()
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes(errorCode(error) ?? '')) throw error
    await allowAccess(path)
    await attempt()
  }
}

/** Gives the owner back what an agent took away: folders to be listed and written, files to be read. */
export async function allowAccess(path: string): Promise<void> {
  const state = await lstat(path).catch(whenGone(null))
  if (state === null || state.isSymbolicLink()) return
  const wanted = state.isDirectory() ? 0o700 : state.isFile() ? 0o400 : 0
  if ((state.mode & wanted) !== wanted) await chmod(path, state.mode | wanted)
  if (!state.isDirectory()) return
  for (const name of await readdir(path)) await allowAccess(join(path, name))
}
