/** Numbers with a rank each, given out by the least rank: a binary heap. */
export class RankedQueue {
  readonly #ranks: readonly number[]
  readonly #heap: number[] = []

  constructor(ranks: readonly number[]) {
    this.#ranks = ranks
  }

  get first(): number | undefined {
    return this.#heap[0]
  }

  add(item: number): void {
    const heap = this.#heap
    let place = heap.length
    heap.push(item)
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (this.#rankAt(parent) <= this.#rankAt(place)) break
      this.#swap(place, parent)
      place = parent
    }
  }

  take(): number | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (heap.length === 0 || last === undefined) return first
    heap[0] = last
    for (let place = 0; ;) {
      const left = 2 * place + 1
      const lesser = this.#rankAt(left + 1) < this.#rankAt(left) ? left + 1 : left
      if (this.#rankAt(lesser) >= this.#rankAt(place)) return first
      this.#swap(place, lesser)
      place = lesser
    }
  }

  #rankAt(place: number): number {
    const item = this.#heap[place]
    return item === undefined ? Infinity : (this.#ranks[item] ?? Infinity)
  }

  #swap(a: number, b: number): void {
    const item = this.#heap[a] as number
    this.#heap[a] = this.#heap[b] as number
    this.#heap[b] = item
  }
}
