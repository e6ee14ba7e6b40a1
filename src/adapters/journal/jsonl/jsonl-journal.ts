import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunEvent, Stored } from '../../../kernel/event.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import type { Json } from '../../../kernel/json.ts'
import type { Effect } from '../../../kernel/ports/effect.ts'
import type { Journal, JournalContents } from '../../../kernel/ports/journal.ts'
import type { Seal } from '../../../kernel/ports/seal.ts'
import { BlobFiles } from './blob-files.ts'
import { decodeJournal, notOwn } from './decode-journal.ts'
import { encodeEvents, NOTHING_BEFORE } from './encode-events.ts'
import { GroupWriter } from './group-writer.ts'
import { openRegular } from '../../places/open-regular.ts'
import { makeFolder, syncFolder } from './sync-folder.ts'
import { writeTrouble } from './write-trouble.ts'

export interface JsonlJournalOptions {
  /** Holds `journal.jsonl` and `blobs/`; made when the first event is appended. */
  readonly folder: string
  readonly effect: Effect
  /** Of this run's journal, and of nothing else. */
  readonly seal: Seal
}

/** The journal of one run in a folder. Touches nothing until it is used; that there is one writer is the caller's to see to. */
export function openJsonlJournal(options: JsonlJournalOptions): Journal {
  return new JsonlJournal(options)
}

interface Tail {
  readonly size: number
  readonly tornBytes: number
}

class JsonlJournal implements Journal {
  readonly #folder: string
  readonly #file: string
  readonly #effect: Effect
  readonly #seal: Seal
  readonly #blobs: BlobFiles
  readonly #writer: GroupWriter
  /** How the file ended when it was first read; `null` until then. */
  #tail: Tail | null = null
  #nextSeq = 0
  #lastSeal = NOTHING_BEFORE
  #firstRead: Promise<unknown> | null = null

  constructor({ folder, effect, seal }: JsonlJournalOptions) {
    this.#folder = folder
    this.#file = join(folder, 'journal.jsonl')
    this.#effect = effect
    this.#seal = seal
    this.#blobs = new BlobFiles(join(folder, 'blobs'), effect)
    this.#writer = new GroupWriter({ file: this.#file, effect, open: () => this.#openToAppend() })
  }

  async read(): Promise<JournalContents> {
    await this.#writer.settled()
    const bytes = await readDurably(this.#file)
    const contents = decodeJournal(bytes, this.#file, this.#seal)
    if (!contents.isOwn) throw notOwn(this.#file)
    if (this.#tail === null) {
      this.#tail = { size: bytes.length, tornBytes: contents.tornBytes }
      this.#nextSeq = contents.events.length + 1
      this.#lastSeal = contents.seal
    }
    const { events, tornBytes } = contents
    return { events, tornBytes }
  }

  append(events: readonly RunEvent[]): Promise<void> {
    if (this.#tail === null) return this.#appendUnread(events)
    for (const [index, event] of events.entries()) {
      const expected = this.#nextSeq + index
      if (event.seq !== expected) return Promise.reject(outOfPlace(event.seq, expected))
    }
    const { text, seal } = encodeEvents(events, this.#seal, this.#lastSeal)
    this.#nextSeq += events.length
    this.#lastSeal = seal
    return this.#writer.write(text)
  }

  keep(value: Json): Stored | Promise<Stored> {
    return this.#blobs.keep(value)
  }

  load(stored: Stored): Json | Promise<Json> {
    return this.#blobs.load(stored)
  }

  async close(): Promise<void> {
    await this.#firstRead?.catch(() => undefined)
    await this.#writer.close(
      new RunFailure({
        code: 'journal-unwritable',
        message: `The journal ${this.#file} is closed; resume the run to go on.`,
      }),
    )
  }

  async #appendUnread(events: readonly RunEvent[]): Promise<void> {
    this.#firstRead ??= this.read()
    await this.#firstRead
    return this.append(events)
  }

  async #openToAppend(): Promise<FileHandle> {
    const handle = await this.#effect('open journal', async () => {
      await makeFolder(this.#folder)
      return open(this.#file, 'a')
    })
    try {
      await this.#cutTornTail(handle)
      await syncFolder(this.#folder)
      return handle
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  async #cutTornTail(handle: FileHandle): Promise<void> {
    const { size, tornBytes } = this.#tail ?? { size: 0, tornBytes: 0 }
    if ((await handle.stat()).size !== size) {
      throw new RunFailure({
        code: 'run-held',
        message: `Somebody else is writing the journal ${this.#file}; wait until they are done, then resume the run.`,
      })
    }
    if (tornBytes === 0) return
    await this.#effect('cut', async () => {
      await handle.truncate(size - tornBytes)
      await handle.sync()
    })
  }
}

/** The file's bytes, synced first: what a dead writer left in memory must not be acted on and then be lost. */
async function readDurably(file: string): Promise<Buffer> {
  try {
    const handle = await openRegular(file)
    try {
      await handle.datasync()
      return await handle.readFile()
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0)
    throw writeTrouble(file, error)
  }
}

function outOfPlace(seq: number, expected: number): RunFailure {
  const message = `Event ${seq} was appended where event ${expected} belongs; report this as a bug.`
  return new RunFailure({ code: 'bug', message, trace: new Error(message).stack ?? message })
}
