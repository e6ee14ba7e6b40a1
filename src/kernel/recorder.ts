import type { EventBody, RunEvent } from './event.ts'
import { EVENT_VERSION } from './event.ts'
import type { Clock } from './ports/clock.ts'
import type { Journal } from './ports/journal.ts'
import type { RunState } from './run-state.ts'

/** Stamps events, makes them durable, and only then lets anybody see them. */
export class Recorder {
  readonly #journal: Journal
  readonly #clock: Clock
  readonly #state: RunState
  readonly #onEvent: (event: RunEvent) => void
  #seq: number
  #at: number

  constructor(journal: Journal, clock: Clock, state: RunState, onEvent: (event: RunEvent) => void) {
    this.#journal = journal
    this.#clock = clock
    this.#state = state
    this.#onEvent = onEvent
    this.#seq = state.lastSeq
    this.#at = state.lastAt
  }

  async append(...bodies: readonly EventBody[]): Promise<void> {
    this.#at = Math.max(this.#at, this.#clock.now())
    const events = bodies.map((body): RunEvent => ({
      v: EVENT_VERSION,
      seq: (this.#seq += 1),
      at: this.#at,
      ...body,
    }))
    await this.#journal.append(events)
    for (const event of events) {
      this.#state.apply(event)
      this.#onEvent(event)
    }
  }
}
