import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, link, mkdir, open, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { RunFailure } from '../kernel/failure.ts'

const KEY_BYTES = 32
const NOT_OTHERS = 0o077

/** The secret that everything this user's Tutti writes down is sealed with; `null` where none was needed yet. */
export async function findOwnKey(file: string): Promise<Buffer | null> {
  try {
    return await readKey(file)
  } catch (cause) {
    if (cause instanceof RunFailure) throw cause
    if (hasCode(cause, 'ENOENT')) return null
    throw unusable(file, cause)
  }
}

/** As `findOwnKey`, and makes one at first need. Contract: of several that make it at once all get the same. */
export async function ownKey(file: string): Promise<Buffer> {
  const found = await findOwnKey(file)
  if (found !== null) return found
  try {
    await makeKey(file)
    return await readKey(file)
  } catch (cause) {
    throw cause instanceof RunFailure ? cause : unusable(file, cause)
  }
}

async function readKey(file: string): Promise<Buffer> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const found = await handle.stat()
    if (!found.isFile() || found.size !== KEY_BYTES) {
      throw refuse(`The key ${file} is damaged; put it back, or remove it and trust your runs anew.`)
    }
    if ((found.mode & NOT_OTHERS) !== 0 || isSomebodyElses(found.uid)) {
      throw refuse(
        `The key ${file} can be read or changed by others, so nothing that it seals can be believed; remove it and trust your runs anew, or, if nobody has used that, close it: chmod 600 ${file}.`,
      )
    }
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

/** It has its name only with its whole durable content, and never replaces one that is there. */
async function makeKey(file: string): Promise<void> {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const draft = join(folder, `key.${randomBytes(6).toString('hex')}`)
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(randomBytes(KEY_BYTES))
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    await link(draft, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await unlink(draft)
  }
  for (const each of [folder, dirname(folder)]) await syncFolder(each)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Root may use the key of the user whose home it works in. */
function isSomebodyElses(uid: number): boolean {
  const own = process.geteuid?.() ?? uid
  return own !== 0 && own !== uid
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

function unusable(file: string, cause: unknown): RunFailure {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return refuse(`The key ${file} cannot be used (${reason}); let this user read and write it.`, cause)
}

function refuse(message: string, cause?: unknown): RunFailure {
  return new RunFailure({ code: 'workspace-failed', message }, { cause })
}
