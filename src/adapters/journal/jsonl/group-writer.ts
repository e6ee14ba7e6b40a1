import { fdatasync, fdatasyncSync, fstatSync, writeSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { RunFailure } from '../../../kernel/failure.ts'
import type { Effect } from '../../../kernel/ports/effect.ts'
import { writeTrouble } from './write-trouble.ts'

/** A sync that took less than this is cheaper than the way to another thread and back. */
const QUICK_SYNC_MS = 1

/** So many groups are written before the loop gets a turn, if they come without a pause. */
const GROUPS_PER_TURN = 16

interface Group {
  text: string
  readonly durable: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export interface GroupWriterOptions {
  /** Named in what it throws. */
  readonly file: string
  /** Called once, before the first write. */
  readonly open: () => Promise<FileHandle>
  readonly effect: Effect
}

/**
 * Writes text durably, in the order of the calls: whatever arrives before nothing else can run at once, or while
 * a group is being synced, shares one write and one sync. After one failure it refuses everything that follows. Nothing
 * is added to a file that somebody else has changed or removed since: it would not be what was written.
 */
export class GroupWriter {
  readonly #options: GroupWriterOptions
  #handle: FileHandle | null = null
  #waiting: Group | null = null
  #flushing: Group | null = null
  #broken: unknown = null
  /** Unknown at first, so that the first sync never blocks the loop. */
  #lastSyncMs = Infinity
  #groups = 0
  /** How long the file is after our last write; `null` before the first. */
  #size: number | null = null

  constructor(options: GroupWriterOptions) {
    this.#options = options
  }

  write(text: string): Promise<void> {
    if (this.#broken !== null) return Promise.reject(this.#broken)
    const group = (this.#waiting ??= this.#newGroup())
    group.text += text
    return group.durable
  }

  /** Stops taking text; what was taken before still becomes durable. */
  async close(refusal: Error): Promise<void> {
    this.#broken ??= refusal
    await this.settled()
    const handle = this.#handle
    this.#handle = null
    await handle?.close()
  }

  /** Resolves when everything written so far is durable, or has failed. */
  async settled(): Promise<void> {
    for (let group = this.#waiting ?? this.#flushing; group; group = this.#waiting ?? this.#flushing) {
      await group.durable.catch(() => undefined)
    }
  }

  #newGroup(): Group {
    let resolve = (): void => undefined
    let reject: (error: unknown) => void = resolve
    const durable = new Promise<void>((onDurable, onFailed) => {
      resolve = onDurable
      reject = onFailed
    })
    if (this.#flushing === null) this.#schedule()
    return { text: '', durable, resolve, reject }
  }

  /** Every lane that can run adds to the group first. Now and then the loop turns, so that signals and timers get through. */
  #schedule(): void {
    const flush = (): void => void this.#flush()
    this.#groups += 1
    if (this.#groups % GROUPS_PER_TURN === 0) setImmediate(flush)
    else process.nextTick(flush)
  }

  async #flush(): Promise<void> {
    const group = this.#waiting
    if (group === null) return
    this.#waiting = null
    this.#flushing = group
    try {
      const { fd } = (this.#handle ??= await this.#options.open())
      await this.#options.effect('append', () => this.#commit(fd, group.text))
      this.#flushing = null
      group.resolve()
      if (this.#waiting !== null) this.#schedule()
    } catch (error) {
      this.#fail(group, writeTrouble(this.#options.file, error))
    }
  }

  #fail(group: Group, trouble: Error): void {
    const waiting = this.#waiting
    this.#broken = trouble
    this.#flushing = null
    this.#waiting = null
    group.reject(trouble)
    waiting?.reject(trouble)
  }

  async #commit(fd: number, text: string): Promise<void> {
    const bytes = Buffer.from(text)
    const { size, nlink } = fstatSync(fd)
    if (this.#size !== null && (size !== this.#size || nlink === 0)) throw changed(this.#options.file)
    this.#size = size + bytes.length
    for (let written = 0; written < bytes.length;) written += writeSync(fd, bytes, written)
    const start = performance.now()
    if (this.#lastSyncMs < QUICK_SYNC_MS) fdatasyncSync(fd)
    else await syncElsewhere(fd)
    this.#lastSyncMs = performance.now() - start
  }
}

function changed(file: string): RunFailure {
  const message = `${file} was changed or removed by somebody else while it was being written; nothing more is added to it: put it back as it was, then try again.`
  return new RunFailure({ code: 'journal-unwritable', message })
}

function syncElsewhere(fd: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fdatasync(fd, (error) => (error === null ? resolve() : reject(error)))
  })
}
