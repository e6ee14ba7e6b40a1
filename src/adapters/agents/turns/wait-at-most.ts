import type { Clock } from '../../../kernel/ports/clock.ts'

/** Waits for a promise, but no longer than that; `null` when the time was up first. Rejects as the promise does. */
export async function waitAtMost<T>(clock: Clock, ms: number, promise: Promise<T>): Promise<T | null> {
  const timer = new AbortController()
  const timeUp = clock.sleep(ms, timer.signal).then(
    () => null,
    () => null,
  )
  try {
    return await Promise.race([promise, timeUp])
  } finally {
    timer.abort()
  }
}
