import { createHash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { createReadStream } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readSmallFile } from '../places/read-small-file.ts'
import { whenGone } from './file-errors.ts'

/** Git itself follows no longer chain. */
const LONGEST_CHAIN = 6
const AT_ONCE = 64
/** Reading the objects of a commit takes no longer than reading a pack of this size. */
const MOST_READ = 256_000_000

/** The digests of packs, by what the system knows them by. */
const digests = new Map<string, string>()

/**
 * Where each object lies: its own file, or else the packs that there are. The time of a file's last change is the
 * system's own, so that nobody can put another content there under the same mark. Git sets that time whenever it has
 * something to write that a pack already holds, so that of a pack the content counts.
 */
export async function markObjects(
  commonDir: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const stores = await listStores(join(commonDir, 'objects'))
  const listed = (await Promise.all(stores.map(markPacks))).join('\n')
  const packs = createHash('sha256').update(listed).digest('base64')
  const loose = new Map<string, string>()
  for (const store of stores) {
    const there = await listLoose(store, new Set(ids.map((id) => id.slice(0, 2))))
    const own = ids.filter((id) => there.has(id) && !loose.has(id))
    for (let start = 0; start < own.length; start += AT_ONCE) {
      const some = own.slice(start, start + AT_ONCE)
      const marks = await Promise.all(some.map((id) => markFile(join(store, id.slice(0, 2), id.slice(2)))))
      for (const [index, id] of some.entries()) loose.set(id, marks[index] ?? 'gone')
    }
  }
  return new Map(ids.map((id) => [id, `${loose.get(id) ?? ''} ${packs}`]))
}

/** The repository's own store, and those that it borrows from. */
async function listStores(first: string): Promise<readonly string[]> {
  const stores = new Set([first])
  let latest: readonly string[] = [first]
  for (let length = 0; length < LONGEST_CHAIN && latest.length > 0; length += 1) {
    const named: string[] = []
    for (const store of latest) {
      const text = (await readSmallFile(join(store, 'info', 'alternates'))) ?? ''
      for (const line of text.split('\n')) {
        if (line !== '' && !line.startsWith('#')) named.push(resolve(store, line))
      }
    }
    latest = named.filter((store) => !stores.has(store))
    for (const store of latest) stores.add(store)
  }
  return [...stores]
}

async function markPacks(store: string): Promise<string> {
  const folder = join(store, 'pack')
  const names = (await readdir(folder).catch(whenGone<string[]>([]))).toSorted()
  const marks = await Promise.all(
    names.map((name) => (name.endsWith('.pack') ? markPack : markFile)(join(folder, name))),
  )
  return names.map((name, index) => `${name} ${marks[index]}`).join('\n')
}

async function listLoose(store: string, folders: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const listed = await Promise.all(
    [...folders].map(async (folder) => {
      const names = await readdir(join(store, folder)).catch(whenGone<string[]>([]))
      return names.map((name) => `${folder}${name}`)
    }),
  )
  return new Set(listed.flat())
}

async function markPack(path: string): Promise<string> {
  const found = await statOf(path)
  const stated = found === null ? 'gone' : markOf(found)
  if (found === null || found.size > MOST_READ || !found.isFile()) return stated
  const known = digests.get(`${path} ${stated}`)
  if (known !== undefined) return known
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  const digest = hash.digest('hex')
  digests.set(`${path} ${stated}`, digest)
  return digest
}

async function markFile(path: string): Promise<string> {
  const found = await statOf(path)
  return found === null ? 'gone' : markOf(found)
}

function markOf({ dev, ino, size, ctimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${size} ${ctimeNs}`
}

function statOf(path: string): Promise<BigIntStats | null> {
  return lstat(path, { bigint: true }).catch(whenGone(null))
}
