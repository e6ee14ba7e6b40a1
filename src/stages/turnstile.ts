/** Lets a fixed number through at once, first come first served. Who comes first is not a fact: names are. */
export class Turnstile {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(width: number) {
    this.#free = Math.max(1, width)
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#free -= 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
