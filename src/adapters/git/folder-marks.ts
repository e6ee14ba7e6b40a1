import { randomUUID } from 'node:crypto'
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { errorCode } from './file-errors.ts'

const AT_ONCE = 1000
/** With a name behind it, and the path of its root before it, the system still takes it. */
const MOST_PATH_BYTES = 3000

/** A file that was written so short a time ago may be written again without another time of its last change. */
const RACY_MS = 40

export interface EntryMark {
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  /** Changes whenever somebody writes the entry: nobody but the system can set what it is made of. */
  readonly mark: string
  readonly mode: number
  readonly links: number
  /** Whether a write that follows at once would be seen. */
  readonly isSettled: boolean
}

/**
 * Every entry below a folder but the `.git` at its root, by path, parents first: size, inode, mode and the time of the
 * last change. What is nested deeper than a path can tell is not looked at. No content is read, and nothing waits for another thread: that is what makes it quick.
 */
export async function readMarks(root: string): Promise<ReadonlyMap<string, EntryMark>> {
  const marks = new Map<string, EntryMark>()
  const folders = ['']
  let sinceBreath = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    if (Buffer.byteLength(folder) > MOST_PATH_BYTES) {
      marks.set(folder, unseen())
      continue
    }
    for (const name of namesIn(join(root, folder))) {
      if (folder === '' && name === '.git') continue
      const path = folder === '' ? name : `${folder}/${name}`
      const entry = readMark(join(root, path))
      if (entry === null) continue
      marks.set(path, entry)
      if (entry.kind === 'folder') folders.push(path)
      sinceBreath += 1
    }
    if (sinceBreath < AT_ONCE) continue
    sinceBreath = 0
    await breathe()
  }
  return marks
}

/** A folder's own times change with every file in it, so only its mode tells something new. */
export function readMark(path: string): EntryMark | null {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  if (found === undefined) return null
  const mode = Number(found.mode & 0o7777n)
  const links = Number(found.nlink)
  if (found.isDirectory()) return { kind: 'folder', mark: `folder ${mode}`, mode, links, isSettled: true }
  const mark = `${found.mode} ${found.size} ${found.ino} ${found.ctimeNs}`
  const kind = found.isFile() ? 'file' : found.isSymbolicLink() ? 'link' : 'other'
  return { kind, mark, mode, links, isSettled: Date.now() - Number(found.ctimeMs) > RACY_MS }
}

/** It is never like anything that was seen before. */
function unseen(): EntryMark {
  return { kind: 'other', mark: randomUUID(), mode: 0, links: 1, isSettled: false }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(errorCode(error) ?? '')) return []
    throw error
  }
}
