import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Json } from '../../../kernel/json.ts'
import type { Effect } from '../../../kernel/ports/effect.ts'
import type { Seal } from '../../../kernel/ports/seal.ts'
import type { Store, StoredEntry } from '../../../kernel/ports/store.ts'
import { pruneFolder } from './prune-folder.ts'

export interface FileStoreOptions {
  readonly folder: string
  readonly effect: Effect
  readonly seal: Seal
  /** Is told in one sentence of an entry that could not be read or kept; nothing stops for it. */
  readonly onTrouble: (problem: string) => void
}

/** Entries of one kind beyond this are forgotten, the oldest first. */
const MOST_ENTRIES = 1000

/** A store of files, each written whole and named by the SHA-256 of its key. */
export function createFileStore({ folder, effect, seal, onTrouble }: FileStoreOptions): Store {
  const pruned = new Set<string>()
  const fileOf = (kind: string, key: string): string => join(folder, kind, `${sha256(key)}.json`)
  return {
    async read(kind, key) {
      const file = fileOf(kind, key)
      try {
        return await readEntry(file, kind, key, seal)
      } catch (error) {
        if (!isGone(error)) onTrouble(`The entry ${file} is not used: ${reasonOf(error)}.`)
        return null
      }
    },
    async write(kind, key, value) {
      const file = fileOf(kind, key)
      try {
        await effect('write store', () => replaceFile(file, encode(kind, key, value, seal)))
        if (pruned.has(kind)) return
        pruned.add(kind)
        await effect('prune store', () => pruneFolder(dirname(file), MOST_ENTRIES))
      } catch (error) {
        onTrouble(`The entry ${file} could not be kept: ${reasonOf(error)}.`)
      }
    },
  }
}

interface WrittenEntry {
  readonly key: string
  readonly value: Json
  /** Sealed with the rest: nobody can date an entry back. */
  readonly at: number
  readonly seal: string
}

function encode(kind: string, key: string, value: Json, seal: Seal): string {
  const at = Date.now()
  const entry: WrittenEntry = { key, value, at, seal: sealOf(kind, { key, value, at }, seal) }
  return JSON.stringify(entry)
}

/** Of another kind or key, under another name or of another time it is another entry. */
function sealOf(kind: string, { key, value, at }: Omit<WrittenEntry, 'seal'>, seal: Seal): string {
  return seal(JSON.stringify([kind, key, value, at]))
}

async function readEntry(file: string, kind: string, key: string, seal: Seal): Promise<StoredEntry> {
  const { text, changedAt } = await readRegular(file)
  const entry: unknown = JSON.parse(text)
  if (!isEntry(entry) || entry.key !== key) throw new Error('it is damaged')
  if (entry.seal !== sealOf(kind, entry, seal))
    throw new Error('it was not written by this user, or was changed')
  // One that was put back later is as young as that: the system's own time of the last change cannot be chosen.
  return { value: entry.value, writtenAt: Math.max(entry.at, changedAt) }
}

function isEntry(entry: unknown): entry is WrittenEntry {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'key' in entry &&
    'value' in entry &&
    'at' in entry &&
    typeof entry.at === 'number' &&
    'seal' in entry
  )
}

/** No link is followed, and no pipe is waited for. */
async function readRegular(file: string): Promise<{ readonly text: string; readonly changedAt: number }> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const found = await handle.stat()
    if (!found.isFile()) throw new Error('it is no file')
    return { text: await handle.readFile('utf8'), changedAt: found.ctimeMs }
  } finally {
    await handle.close()
  }
}

async function replaceFile(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const temporary = `${file}.${randomUUID()}`
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  const folder = await open(dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
