import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Json } from '../../../kernel/json.ts'
import type { Effect } from '../../../kernel/ports/effect.ts'
import type { Store, StoredEntry } from '../../../kernel/ports/store.ts'
import { pruneFolder } from './prune-folder.ts'

export interface FileStoreOptions {
  readonly folder: string
  readonly effect: Effect
  /** Is told in one sentence of an entry that could not be read or kept; nothing stops for it. */
  readonly onTrouble: (problem: string) => void
}

/** Entries of one kind beyond this are forgotten, the oldest first. */
const MOST_ENTRIES = 1000

/** A store of files, each written whole and named by the SHA-256 of its key. */
export function createFileStore({ folder, effect, onTrouble }: FileStoreOptions): Store {
  const pruned = new Set<string>()
  const fileOf = (kind: string, key: string): string => join(folder, kind, `${sha256(key)}.json`)
  return {
    async read(kind, key) {
      const file = fileOf(kind, key)
      try {
        return await readEntry(file, key)
      } catch (error) {
        if (!isGone(error)) onTrouble(`The entry ${file} is not used: ${reasonOf(error)}.`)
        return null
      }
    },
    async write(kind, key, value) {
      const file = fileOf(kind, key)
      try {
        await effect('write store', () => replaceFile(file, encode(key, value)))
        if (pruned.has(kind)) return
        pruned.add(kind)
        await effect('prune store', () => pruneFolder(dirname(file), MOST_ENTRIES))
      } catch (error) {
        onTrouble(`The entry ${file} could not be kept: ${reasonOf(error)}.`)
      }
    },
  }
}

function encode(key: string, value: Json): string {
  return JSON.stringify({ key, value, checksum: checksumOf(key, value) })
}

async function readEntry(file: string, key: string): Promise<StoredEntry> {
  const text = await readFile(file, 'utf8')
  // The system's own time of the last change: whoever writes the file cannot choose it.
  const { ctimeMs } = await stat(file)
  const entry = JSON.parse(text) as {
    readonly key?: string
    readonly value?: Json
    readonly checksum?: string
  }
  const { value } = entry
  if (entry.key !== key || value === undefined || entry.checksum !== checksumOf(key, value))
    throw new Error('it is damaged')
  return { value, writtenAt: ctimeMs }
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

function checksumOf(key: string, value: Json): string {
  return sha256(JSON.stringify([key, value]))
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
