import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stored } from '../../../kernel/event.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import type { Json } from '../../../kernel/json.ts'
import type { Effect } from '../../../kernel/ports/effect.ts'
import { closeAfter } from '../../places/folder-handle.ts'
import { openAnew } from '../../places/open-anew.ts'
import { openRegular } from '../../places/open-regular.ts'
import { makeFolder, syncFolder } from './sync-folder.ts'
import { writeTrouble } from './write-trouble.ts'

/** Values whose JSON takes more bytes than this get a file of their own. */
const INLINE_BYTES = 32 * 1024

const SHA256 = /^[0-9a-f]{64}$/

/** Large values beside a journal, each in a file named by the SHA-256 of its JSON. */
export class BlobFiles {
  readonly #folder: string
  readonly #effect: Effect
  readonly #writing = new Map<string, Promise<void>>()

  constructor(folder: string, effect: Effect) {
    this.#folder = folder
    this.#effect = effect
  }

  keep(value: Json): Stored | Promise<Stored> {
    if (roomLeft(value, INLINE_BYTES) >= 0) return { value }
    const bytes = Buffer.from(JSON.stringify(value))
    return bytes.length <= INLINE_BYTES ? { value } : this.#keepBlob(bytes)
  }

  load(stored: Stored): Json | Promise<Json> {
    return 'value' in stored ? stored.value : this.#loadBlob(stored.blob)
  }

  async #keepBlob(bytes: Buffer): Promise<Stored> {
    const blob = sha256(bytes)
    const writing = this.#writing.get(blob) ?? this.#effect('blob', () => this.#write(blob, bytes))
    this.#writing.set(blob, writing)
    try {
      await writing
    } catch (error) {
      throw writeTrouble(join(this.#folder, blob), error)
    } finally {
      this.#writing.delete(blob)
    }
    return { blob, bytes: bytes.length }
  }

  async #write(blob: string, bytes: Buffer): Promise<void> {
    const file = join(this.#folder, blob)
    await makeFolder(this.#folder)
    if (!(await holds(file, blob))) await writeWhole(file, bytes)
    await syncFolder(this.#folder)
  }

  async #loadBlob(blob: string): Promise<Json> {
    const file = join(this.#folder, SHA256.test(blob) ? blob : 'unknown')
    const bytes = await readBlob(file).catch((error: unknown) => {
      throw corruptBlob(file, 'it is missing or unreadable', error)
    })
    if (sha256(bytes) !== blob) throw corruptBlob(file, 'it was changed')
    const value: Json = JSON.parse(bytes.toString())
    return value
  }
}

async function readBlob(file: string): Promise<Buffer> {
  const handle = await openRegular(file)
  try {
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

/** What is left of so many bytes at worst, when each character is escaped; spares most values a text of their own. */
function roomLeft(value: Json, bytes: number): number {
  if (typeof value === 'string') return bytes - 6 * value.length - 2
  if (typeof value !== 'object' || value === null) return bytes - 25
  let left = bytes - 2
  for (const [key, part] of Object.entries(value)) {
    if (left < 0) break
    left = roomLeft(part, left - 6 * key.length - 4)
  }
  return left
}

async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const unfinished = `${file}.unfinished`
  try {
    const handle = await openAnew(unfinished, 0o644)
    await closeAfter(handle, write(handle, bytes))
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function write(handle: FileHandle, bytes: Buffer): Promise<void> {
  await handle.writeFile(bytes)
  await handle.sync()
}

async function holds(file: string, blob: string): Promise<boolean> {
  const bytes = await readBlob(file).catch(() => null)
  return bytes !== null && sha256(bytes) === blob
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function corruptBlob(file: string, reason: string, cause?: unknown): RunFailure {
  return new RunFailure(
    {
      code: 'journal-corrupt',
      message: `The journal's file ${file} cannot be used because ${reason}; restore it from a backup, or start a new run.`,
      file,
      line: 0,
    },
    { cause },
  )
}
