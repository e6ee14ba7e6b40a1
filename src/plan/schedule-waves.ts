/** Keeps tasks back until everything in the waves before theirs is over. */
export class WaveDoor {
  readonly #waveOf: readonly number[]
  /** Tasks of each wave that are not over. */
  readonly #open = new Map<number, number>()
  readonly #kept = new Map<number, number[]>()
  readonly #waves: readonly number[]
  #present = 0

  constructor(waveOf: readonly number[]) {
    this.#waveOf = waveOf
    for (const wave of waveOf) this.#open.set(wave, (this.#open.get(wave) ?? 0) + 1)
    this.#waves = [...this.#open.keys()].toSorted((a, b) => a - b)
  }

  /** Whether the task's wave has come; if not, it is kept and given back when it has. */
  lets(task: number): boolean {
    const wave = this.#wave(task)
    if (this.hasCome(task)) return true
    const kept = this.#kept.get(wave)
    if (kept === undefined) this.#kept.set(wave, [task])
    else kept.push(task)
    return false
  }

  hasCome(task: number): boolean {
    return this.#wave(task) <= (this.#waves[this.#present] ?? Infinity)
  }

  /** Takes note that a task is over; when a wave begins by that, gives back what was kept for it. */
  close(task: number): readonly number[] | null {
    const wave = this.#wave(task)
    this.#open.set(wave, (this.#open.get(wave) ?? 0) - 1)
    const before = this.#present
    while (this.#open.get(this.#waves[this.#present] ?? NaN) === 0) this.#present += 1
    if (this.#present === before) return null
    return this.#waves.slice(before + 1, this.#present + 1).flatMap((each) => this.#kept.get(each) ?? [])
  }

  #wave(task: number): number {
    return this.#waveOf[task] ?? 0
  }
}
