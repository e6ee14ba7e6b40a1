/** How many tasks may be at work, by how the agents fared, and until when which agent program is parked. */
export class Pace {
  readonly #most: number
  readonly #patience: number
  readonly #heard = new Set<string>()
  readonly #parked = new Map<string, number>()
  #width: number
  #setbacks = 0

  constructor(most: number, patience: number) {
    this.#most = Math.max(1, Math.floor(most))
    this.#patience = Math.max(1, patience)
    this.#width = this.#most
  }

  get width(): number {
    return this.#width
  }

  setback(name: string): void {
    if (this.#heard.has(name)) return
    this.#heard.add(name)
    this.#setbacks += 1
    if (this.#setbacks < this.#patience) return
    this.#setbacks = 0
    this.#width = Math.ceil(this.#width / 2)
  }

  recover(): void {
    this.#width = Math.min(this.#most, this.#width + 1)
  }

  /** Setbacks before this no longer count together with those after it. */
  endWindow(): void {
    this.#setbacks = 0
  }

  park(agent: string, until: number): void {
    this.#parked.set(agent, Math.max(until, this.parkedUntil(agent)))
  }

  parkedUntil(agent: string): number {
    return this.#parked.get(agent) ?? -Infinity
  }

  wakeAt(now: number): number | null {
    const least = Math.min(...[...this.#parked.values()].filter((until) => until > now))
    return least === Infinity ? null : least
  }
}
