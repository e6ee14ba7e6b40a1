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
      if (error instanceof RunFailure && error.code === 'journal-corrupt') return this.#decode(seal)
      throw error
    })
    this.#soFar = decoded.soFar
    const events = decoded.events.filter(({ seq }) => seq > this.#told)
    this.#told = Math.max(this.#told, decoded.soFar.lines)
    return { events, isOwn: decoded.isOwn }
  }

  async #decode(seal: Seal | null): Promise<DecodedJournal> {
    const handle = await openRegular(this.#file).catch((error: unknown) => {
      throw openingTrouble(this.#file, error)
    })
    return closeAfter(handle, this.#read(handle, seal))
  }

  async #read(handle: Awaited<ReturnType<typeof openRegular>>, seal: Seal | null): Promise<DecodedJournal> {
    const { ino, size } = await handle.stat({ bigint: true })
    if (ino !== this.#inode || size < this.#soFar.bytes) this.#soFar = BEGINNING
    this.#inode = ino
    const start = this.#soFar.bytes
    const bytes = Buffer.alloc(Number(size) - start)
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, start)
    return decodeJournal(bytes.subarray(0, bytesRead), this.#file, seal, this.#soFar)
  }
}
