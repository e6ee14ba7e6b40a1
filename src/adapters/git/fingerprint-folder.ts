import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { whenGone } from './file-errors.ts'

/** Beyond this many entries a fingerprint would cost more than it protects; the rest is not looked at. */
const MOST_ENTRIES = 500_000
const AT_ONCE = 64

/**
 * Stands for every file below a folder but `.git`, by path, size, inode and the time of its last change, which
 * nobody but the system can set. No content is read, so it is quick.
 */
export async function fingerprintFolder(root: string): Promise<string> {
  const hash = createHash('sha256')
  let entries = 0
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined && entries < MOST_ENTRIES; folder = folders.pop()) {
    const inside = (await namesIn(join(root, folder))).filter(({ name }) => folder !== '' || name !== '.git')
    entries += inside.length
    for (let start = 0; start < inside.length; start += AT_ONCE) {
      const paths = inside.slice(start, start + AT_ONCE).map((entry) => join(folder, entry.name))
      for (const line of await Promise.all(paths.map((path) => lineOf(root, path)))) hash.update(line)
    }
    for (const entry of inside) if (entry.isDirectory()) folders.push(join(folder, entry.name))
  }
  return hash.digest('hex')
}

async function namesIn(folder: string): Promise<readonly Dirent[]> {
  const names = await readdir(folder, { withFileTypes: true }).catch(whenGone<Dirent[]>([]))
  return names.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** A folder's own times change with every file in it, so only its mode tells something new. */
async function lineOf(root: string, path: string): Promise<string> {
  const state = await lstat(join(root, path)).catch(whenGone(null))
  if (state === null) return `${path}\0gone\n`
  if (state.isDirectory()) return `${path}\0${state.mode}\n`
  return `${path}\0${state.mode}\0${state.size}\0${state.ino}\0${state.ctimeMs}\n`
}
