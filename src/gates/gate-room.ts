import type { PreparedImage, Workspace } from '../kernel/ports/workspaces.ts'

/**
 * Places to run gates in, each a workspace that no agent ever writes to. They are shared by all gates of a
 * run one after the other; which one a gate gets is chance, so a gate is one whole step in one place.
 */
export class GateRoom {
  readonly #size: number
  readonly #free: GatePlace[]
  readonly #waiting: Waiting[] = []

  constructor(size: number) {
    this.#size = Math.max(1, size)
    this.#free = Array.from({ length: this.#size }, (_, index) => ({
      id: `gate-${index + 1}`,
      images: new Map(),
      left: null,
    }))
  }

  /** Exclusive work waits until every other place is free, and nobody overtakes it. */
  async with<T>(work: (place: GatePlace) => Promise<T>, exclusive = false): Promise<T> {
    const places = await new Promise<readonly GatePlace[]>((enter) => {
      this.#waiting.push({ exclusive, enter })
      this.#admit()
    })
    const [place] = places
    if (place === undefined) throw new Error('A gate was let in without a place.')
    try {
      return await work(place)
    } finally {
      this.#free.push(...places)
      this.#admit()
    }
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const needed = next.exclusive ? this.#size : 1
      if (this.#free.length < needed) return
      this.#waiting.shift()
      next.enter(this.#free.splice(-needed))
    }
  }
}

interface Waiting {
  readonly exclusive: boolean
  readonly enter: (places: readonly GatePlace[]) => void
}

export interface GatePlace {
  readonly id: string
  /** What this process has prepared there, by key: an environment may know where it lies, so no other place can use it. */
  readonly images: Map<string, PreparedImage>
  /** How the last gate of this process left it; `null` when nobody knows. */
  left: { readonly workspace: Workspace; readonly fingerprint: string } | null
}
