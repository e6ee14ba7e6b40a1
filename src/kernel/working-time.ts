/** Adds up the time in which at least one step was open; overlapping steps count once. */
export class WorkingTime {
  readonly #open = new Set<string>()
  #total = 0
  #since = 0

  begin(step: string, at: number): void {
    if (this.#open.size === 0) this.#since = at
    this.#open.add(step)
  }

  end(step: string, at: number): void {
    if (this.#open.delete(step) && this.#open.size === 0) this.#total += at - this.#since
  }

  /** A crash or pause ended everything at the last thing we heard. */
  interrupt(at: number): void {
    if (this.#open.size > 0) this.#total += at - this.#since
    this.#open.clear()
  }

  until(now: number): number {
    return this.#total + (this.#open.size > 0 ? Math.max(0, now - this.#since) : 0)
  }
}
