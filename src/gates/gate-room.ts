/**
 * Places to run gates in, each a workspace that no agent ever writes to. They are shared by all gates of a
 * run one after the other; which one a gate gets is chance, so a gate is one whole step in one place.
 */
export class GateRoom {
  readonly #free: GatePlace[]
  readonly #waiting: ((place: GatePlace) => void)[] = []

  constructor(size: number) {
    this.#free = Array.from({ length: Math.max(1, size) }, (_, index) => ({
      id: `gate-${index + 1}`,
      preparedFor: null,
    }))
  }

  async with<T>(work: (place: GatePlace) => Promise<T>): Promise<T> {
    const place = this.#free.pop() ?? (await new Promise<GatePlace>((resolve) => this.#waiting.push(resolve)))
    try {
      return await work(place)
    } finally {
      const next = this.#waiting.shift()
      if (next) next(place)
      else this.#free.push(place)
    }
  }
}

export interface GatePlace {
  readonly id: string
  /** What it was last prepared for in this process; preparing again does no harm. */
  preparedFor: string | null
}
