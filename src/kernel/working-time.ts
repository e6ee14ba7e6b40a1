/** Adds up the time in which at least one step was open; overlapping steps count once. Contract: it never falls. */
export class WorkingTime {
  readonly #open = new Set<string>()
  #total = 0
  #since = 0

  begin(step: string, at: number): void {
    if (this.#open.size === 0) this.#since = at
    this.#open.add(step)
  }

  end(step: string, at: number): void {
    if (this.#open.delete(step) && this.#open.size === 0) this.#total += this.#present(at)
  }

  /** A crash or pause ended everything at the last thing we heard. */
  interrupt(at: number): void {
    if (this.#open.size > 0) this.#total += this.#present(at)
    this.#open.clear()
  }

  /** So much of the time since the last event was no work: the clock was set, or the machine slept. */
  skip(ms: number): void {
    this.#since += ms
  }

  until(now: number): number {
    return this.#total + (this.#open.size > 0 ? this.#present(now) : 0)
  }

  #present(now: number): number {
    return Math.max(0, now - this.#since)
  }
}
