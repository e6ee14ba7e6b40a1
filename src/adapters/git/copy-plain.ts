import { createHash } from 'node:crypto'
import {
  closeSync,
  constants,
  copyFileSync,
  createReadStream,
  fchmodSync,
  fstatSync,
  futimesSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { errorCode } from './file-errors.ts'

/** What is larger is not held in memory. */
const LARGE = 32 * 1024 * 1024
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Copies a plain file to where nothing is, with its times, and gives the hash of what has arrived. `null`: there is no
 * plain file; nothing else is followed or waited for.
 */
export async function copyPlain(source: string, target: string, mode: number): Promise<string | null> {
  const from = openPlain(source)
  if (from === null) return null
  try {
    const found = fstatSync(from)
    if (!found.isFile()) return null
    const hash = createHash('sha256')
    if (found.size < LARGE) {
      const content = readFileSync(from)
      hash.update(content)
      writeFileSync(target, content, { flag: 'wx', mode: 0o600 })
    } else {
      copyFileSync(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
      for await (const part of createReadStream(target)) hash.update(part as Uint8Array)
    }
    const to = openSync(target, READ)
    fchmodSync(to, mode)
    futimesSync(to, found.atime, found.mtime)
    closeSync(to)
    return hash.digest('hex')
  } finally {
    closeSync(from)
  }
}

function openPlain(path: string): number | null {
  try {
    return openSync(path, READ)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'].includes(errorCode(error) ?? '')) return null
    throw error
  }
}
