import type { FileHandle } from 'node:fs/promises'
import type { RunEvent } from '../../../kernel/event.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import type { Seal } from '../../../kernel/ports/seal.ts'
import { closeAfter } from '../../places/folder-handle.ts'
import { openRegular } from '../../places/open-regular.ts'
import type { DecodedJournal, ReadSoFar } from './decode-journal.ts'
import { BEGINNING, decodeJournal } from './decode-journal.ts'
import { openingTrouble } from './read-journal-file.ts'

/** What has been written to a journal since it was looked at last. */
export interface NewEvents {
  readonly events: readonly RunEvent[]
  readonly isOwn: boolean
}

/** A journal that is read as it grows: each look reads and decodes only what is new. It takes no lock. */
export class JournalTail {
  readonly #file: string
  #soFar: ReadSoFar = BEGINNING
  /** The file that was read so far; whoever replaces it begins another one. */
  #inode: bigint | null = null
  #told = 0

  constructor(file: string) {
    this.#file = file
  }

  async look(seal: Seal | null): Promise<NewEvents> {
    const decoded = await this.#decode(seal).catch((error: unknown) => {
      // Its writer may have been cutting and replacing a torn tail.
      if (!(error instanceof RunFailure) || error.code !== 'journal-corrupt') throw error
      // Or somebody has written it anew in its place.
      this.#soFar = BEGINNING
      return this.#decode(seal)
    })
    this.#soFar = decoded.soFar
    const events = decoded.events.filter(({ seq }) => seq > this.#told)
    this.#told = Math.max(this.#told, decoded.soFar.lines)
    return { events, isOwn: decoded.isOwn }
  }

  async #decode(seal: Seal | null): Promise<DecodedJournal> {
    try {
      const handle = await openRegular(this.#file)
      return await closeAfter(handle, this.#read(handle, seal))
    } catch (error) {
      throw openingTrouble(this.#file, error)
    }
  }

  async #read(handle: FileHandle, seal: Seal | null): Promise<DecodedJournal> {
    const { ino, size } = await handle.stat({ bigint: true })
    if (ino !== this.#inode || size < this.#soFar.bytes) this.#soFar = BEGINNING
    this.#inode = ino
    const bytes = await readFrom(handle, this.#soFar.bytes, Number(size))
    return decodeJournal(bytes, this.#file, seal, this.#soFar)
  }
}

/** What lies between two places of a file; less where it has become shorter. */
async function readFrom(handle: FileHandle, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(end - start)
  let length = 0
  while (length < bytes.length) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, start + length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return bytes.subarray(0, length)
}
