import { readCost } from './read-usage.ts'

/** Turns an agent's running total into what each turn cost. Contract: what was not told is `null`, never 0. */
export class SessionCost {
  #counted: number | null
  #told: number | null = null

  /** `spentBefore` is `null` for a session that a former process has used. */
  constructor(spentBefore: 0 | null) {
    this.#counted = spentBefore
  }

  take(update: unknown): void {
    this.#told = readCost(update) ?? this.#told
  }

  /** What the present turn has cost so far, as far as the agent told it. */
  soFar(): number | null {
    if (this.#told === null || this.#counted === null) return null
    return this.#told >= this.#counted ? this.#told - this.#counted : this.#told
  }

  /** What was spent since the last call, as far as the agent told it. */
  settle(): number | null {
    const spent = this.soFar()
    if (this.#told !== null) this.#counted = this.#told
    this.#told = null
    return spent
  }
}
