import type { Deferred } from './deferred.ts'
import { deferred } from './deferred.ts'

/** Grants one lane to one name at a time: first in the recorded order of the past, then as they come. */
export class Lane {
  readonly #recorded: string[]
  readonly #waiting = new Map<string, Deferred<'replayed' | 'new'>>()
  #taken = false

  constructor(recorded: readonly string[]) {
    this.#recorded = [...recorded]
  }

  get waiting(): readonly string[] {
    return [...this.#waiting.keys()]
  }

  /** Resolves when it is this name's turn, and says whether its place was known from the journal. */
  enter(name: string): Promise<'replayed' | 'new'> {
    const turn = deferred<'replayed' | 'new'>()
    this.#waiting.set(name, turn)
    this.#grant()
    return turn.promise
  }

  leave(): void {
    this.#taken = false
    this.#grant()
  }

  /** Lets everybody who waits go with a failure. */
  refuse(reason: unknown): void {
    for (const turn of this.#waiting.values()) turn.reject(reason)
    this.#waiting.clear()
  }

  #grant(): void {
    if (this.#taken) return
    const recorded = this.#recorded[0]
    const name = recorded ?? this.#waiting.keys().next().value
    if (name === undefined) return
    const turn = this.#waiting.get(name)
    if (!turn) return
    if (recorded !== undefined) this.#recorded.shift()
    this.#waiting.delete(name)
    this.#taken = true
    turn.resolve(recorded === undefined ? 'new' : 'replayed')
  }
}
