/** What may lie between two looks before this process must have been stopped, or the machine asleep. */
const LONGEST_GAP_MS = 1000

/** How long somebody has waited who looks again and again; a stop of any length counts as one long look. */
export class Waiting {
  readonly #now: () => number
  #seen: number
  #total = 0

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#seen = now()
  }

  /** Milliseconds until now. */
  look(): number {
    const now = this.#now()
    this.#total += Math.min(now - this.#seen, LONGEST_GAP_MS)
    this.#seen = now
    return this.#total
  }
}
