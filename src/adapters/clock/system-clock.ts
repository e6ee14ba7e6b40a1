import type { Clock } from '../../kernel/ports/clock.ts'

/** The longest that one timer can wait; a longer one would go off at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The time of this machine; when its clock is set back, `now` stands still until it has caught up. */
export function createSystemClock(): Clock {
  let latest = 0
  return {
    now: () => (latest = Math.max(latest, Date.now())),
    sleep: async (ms, signal) => {
      signal.throwIfAborted()
      for (let left = Math.max(0, ms); ; left -= LONGEST_TIMER_MS) {
        await waitOnce(Math.min(left, LONGEST_TIMER_MS), signal)
        if (left <= LONGEST_TIMER_MS) return
      }
    },
    settled: () => new Promise((resolve) => setImmediate(resolve)),
  }
}

function waitOnce(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
