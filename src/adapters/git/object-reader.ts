import type { Hash } from 'node:crypto'
import { createHash } from 'node:crypto'

export interface ReadObject {
  readonly id: string
  readonly type: string
  /** Whether its content is what its name stands for. */
  readonly isGenuine: boolean
  /** Of a blob nothing is kept. */
  readonly content: Buffer
}

export interface KnownObject {
  /** Where it lay when it was read. */
  readonly mark: string
  readonly parts: readonly Part[]
}

/** What an object is made of: a commit of its tree, a tree of what it lists. */
export interface Part {
  readonly id: string
  readonly name: string
}

const LINE_END = 10

interface Reading {
  readonly id: string
  readonly type: string
  readonly hash: Hash
  readonly kept: Buffer[]
  missing: number
}

/** The name of an object of this content. */
export function nameObject(like: string, type: string, content: Buffer): string {
  return hashFor(like, type, content.length).update(content).digest('hex')
}

/** Takes what `git cat-file --batch` prints, in pieces of any size; objects that are not there are passed over. */
export function readObjects(found: (object: ReadObject) => void): (chunk: Buffer) => void {
  let header: Buffer[] = []
  let reading: Reading | null = null
  const begin = (line: string): Reading | null => {
    const [id = '', type = '', size] = line.split(' ')
    if (size === undefined || !/^\d+$/.test(size)) return null
    // The end of the line behind the content counts as one more.
    return { id, type, hash: hashFor(id, type, Number(size)), kept: [], missing: Number(size) + 1 }
  }
  const take = (object: Reading, piece: Buffer): void => {
    const content = piece.subarray(0, Math.max(0, Math.min(piece.length, object.missing - 1)))
    object.hash.update(content)
    if (object.type !== 'blob') object.kept.push(content)
    object.missing -= piece.length
    if (object.missing > 0) return
    const { id, type, kept, hash } = object
    found({ id, type, isGenuine: hash.digest('hex') === id, content: Buffer.concat(kept) })
    reading = null
  }
  return (chunk) => {
    for (let at = 0; at < chunk.length;) {
      if (reading !== null) {
        const end = Math.min(chunk.length, at + reading.missing)
        take(reading, chunk.subarray(at, end))
        at = end
        continue
      }
      const end = chunk.indexOf(LINE_END, at)
      header.push(chunk.subarray(at, end < 0 ? chunk.length : end))
      if (end < 0) return
      reading = begin(Buffer.concat(header).toString('latin1'))
      header = []
      at = end + 1
    }
  }
}

function hashFor(id: string, type: string, size: number): Hash {
  return createHash(id.length === 64 ? 'sha256' : 'sha1').update(`${type} ${size}\0`)
}
