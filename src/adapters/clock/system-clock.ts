import type { Clock } from '../../kernel/ports/clock.ts'
import { ownAwakeTime } from './awake-time.ts'

/** The longest that one timer can wait; a longer one would go off at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1
/** How often whoever waits for a moment of the calendar looks at it: a timer does not go on while a machine sleeps. */
const LOOK_MS = 10_000
/** What a calendar may fall behind a stopwatch before somebody must have set it back. */
const SET_BACK_MS = 1000

/** What a clock is made of. */
export interface TimeSources {
  /** What the machine's calendar shows now, in epoch milliseconds; anybody may set it. */
  readonly calendar: () => number
  readonly awake: () => number
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The time of this machine; when its clock is set back, `now` goes on as if it had not been. */
export function createSystemClock(sources: TimeSources = ownSources): Clock {
  const { calendar, awake, wait } = sources
  let latest = 0
  let takenBack = 0
  let seen = { calendar: calendar(), awake: awake() }

  const now = (): number => {
    const present = { calendar: calendar(), awake: awake() }
    const behind = present.awake - seen.awake - (present.calendar - seen.calendar)
    if (behind > SET_BACK_MS) takenBack += behind
    seen = present
    latest = Math.max(latest, Math.floor(present.calendar + takenBack))
    return latest
  }

  return {
    now,
    awake: () => Math.floor(awake()),
    sleep: async (ms, signal) => {
      signal.throwIfAborted()
      const due = awake() + ms
      let left = Math.max(0, ms)
      do {
        await wait(Math.min(Math.ceil(left), LONGEST_TIMER_MS), signal)
        left = due - awake()
      } while (left > 0)
    },
    sleepUntil: async (at, signal) => {
      signal.throwIfAborted()
      for (let left = at - now(); left > 0; left = at - now()) await wait(Math.min(left, LOOK_MS), signal)
    },
    settled: () => new Promise((resolve) => setImmediate(resolve)),
  }
}

const ownSources: TimeSources = { calendar: () => Date.now(), awake: ownAwakeTime, wait: waitOnce }

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
