/** How often we look; and what may lie between two looks before we must have been stopped, or the machine asleep. */
const BEAT_MS = 500
const LONGEST_GAP_MS = 2000

/** Adds up the time in which this process could run. Contract: somebody looks at every beat. */
export class AwakeTime {
  readonly #monotonic: () => number
  #seen: number
  #total = 0

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic
    this.#seen = monotonic()
  }

  /** Milliseconds until now. A stop, of which the system's own stopwatch knows nothing, counts as one beat. */
  look(): number {
    const now = this.#monotonic()
    const gap = now - this.#seen
    this.#seen = now
    this.#total += gap > LONGEST_GAP_MS ? BEAT_MS : Math.max(0, gap)
    return this.#total
  }
}

let own: AwakeTime | null = null

/** For how many milliseconds this process has been awake since somebody first asked. */
export function ownAwakeTime(): number {
  own ??= beginToLook()
  return own.look()
}

function beginToLook(): AwakeTime {
  const time = new AwakeTime(() => performance.now())
  setInterval(() => time.look(), BEAT_MS).unref()
  return time
}
