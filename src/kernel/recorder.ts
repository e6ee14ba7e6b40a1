import type { EventBody, RunEvent } from './event.ts'
import { EVENT_VERSION } from './event.ts'
import type { Clock } from './ports/clock.ts'
import type { Journal } from './ports/journal.ts'
import type { RunState } from './run-state.ts'

/** What a calendar may differ from a stopwatch before somebody must have set it, or slept. */
const IDLE_MS = 1000

/** Stamps events, makes them durable, and only then lets anybody see them. */
export class Recorder {
  readonly #journal: Journal
  readonly #clock: Clock
  readonly #state: RunState
  readonly #onEvent: (event: RunEvent) => void
  #seq: number
  #at: number
  #awake: number
  #hasStamped = false

  constructor(journal: Journal, clock: Clock, state: RunState, onEvent: (event: RunEvent) => void) {
    this.#journal = journal
    this.#clock = clock
    this.#state = state
    this.#onEvent = onEvent
    this.#seq = state.lastSeq
    this.#at = state.lastAt
    this.#awake = clock.awake()
  }

  async append(...bodies: readonly EventBody[]): Promise<void> {
    const idle = this.#moveOn()
    const events = bodies.map((body, index): RunEvent => ({
      v: EVENT_VERSION,
      seq: (this.#seq += 1),
      at: this.#at,
      ...(index === 0 && idle > IDLE_MS ? { idle } : {}),
      ...body,
    }))
    await this.#journal.append(events)
    for (const event of events) {
      this.#state.apply(event)
      this.#onEvent(event)
    }
  }

  /** The present moment, as far from the last event as somebody could work since. */
  workedUntil(): number {
    return this.#at + this.#awakeSince()
  }

  /** Takes the time of the next event, and says how much of what has passed since the last one was no work. */
  #moveOn(): number {
    const worked = this.workedUntil()
    this.#awake = this.#clock.awake()
    this.#at = Math.max(worked, this.#clock.now())
    const idle = this.#hasStamped ? this.#at - worked : 0
    this.#hasStamped = true
    return idle
  }

  #awakeSince(): number {
    return Math.floor(this.#clock.awake() - this.#awake)
  }
}
