import type { RunEvent, Stored } from '../../../kernel/event.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import type { Json } from '../../../kernel/json.ts'
import type { Journal, JournalContents } from '../../../kernel/ports/journal.ts'

/**
 * A journal that forgets everything with its process, for tests and for trying things out. Every value stays
 * inline and is copied and frozen on its way in, so that nobody can change the past.
 */
export function createMemoryJournal(events: readonly RunEvent[] = []): Journal {
  const journal = new MemoryJournal()
  journal.take(events)
  return journal
}

class MemoryJournal implements Journal {
  readonly #events: RunEvent[] = []
  #closed = false

  take(events: readonly RunEvent[]): void {
    for (const [index, event] of events.entries()) {
      const expected = this.#events.length + index + 1
      if (event.seq !== expected) throw outOfPlace(event.seq, expected)
    }
    for (const event of events) this.#events.push(copyFrozen(event))
  }

  async read(): Promise<JournalContents> {
    return { events: [...this.#events], tornBytes: 0 }
  }

  async append(events: readonly RunEvent[]): Promise<void> {
    if (this.#closed) {
      throw new RunFailure({
        code: 'journal-unwritable',
        message: 'The journal is closed; resume the run to go on.',
      })
    }
    this.take(events)
  }

  keep(value: Json): Stored {
    return { value: copyFrozen(value) }
  }

  load(stored: Stored): Json {
    if ('value' in stored) return stored.value
    throw new RunFailure({
      code: 'journal-corrupt',
      message: `A journal in memory holds no files, so ${stored.blob} cannot be loaded; read it from its folder.`,
      file: stored.blob,
      line: 0,
    })
  }

  async close(): Promise<void> {
    this.#closed = true
  }
}

/** Copies through JSON, because that is what a journal on disk would do to it. */
function copyFrozen<T>(value: T): T {
  const copy: T = JSON.parse(JSON.stringify(value), (_key, part: unknown) => Object.freeze(part))
  return copy
}

function outOfPlace(seq: number, expected: number): RunFailure {
  const message = `Event ${seq} was appended where event ${expected} belongs; report this as a bug.`
  return new RunFailure({ code: 'bug', message, trace: new Error(message).stack ?? message })
}
