import type { Clock } from '../kernel/ports/clock.ts'

/** How many turns of the loop must pass without anybody falling asleep or settling before time may jump. */
const QUIET_TURNS = 5

/** How often whoever waits for an hour of the calendar looks at it. */
const LOOK_MS = 3_600_000

export interface VirtualClock extends Clock {
  /** Lets time pass at once, as if whoever calls had worked that long; sleepers that are due wake soon after. */
  advance(ms: number): void
  /** Sets the clock of the calendar, as a person or a sleep of the machine does; nobody has worked meanwhile. */
  set(ms: number): void
}

interface Sleeper {
  readonly due: number
  readonly wake: () => void
}

/**
 * A clock that jumps to the earliest sleeper as soon as nothing else can run, so that hours take milliseconds.
 * Sleepers wake one at a time, by due time and then in the order in which they fell asleep. Limit: time stands
 * still while a file operation or a child process is under way, but it does not wait for sockets; a child
 * process that idles for good must be unreferenced.
 */
export function createVirtualClock(options: { readonly start: number }): VirtualClock {
  let awake = 0
  let offset = options.start
  let latest = options.start
  let sleepers: readonly Sleeper[] = []
  let quietTurns = 0
  let watching = false

  const watch = (): void => {
    quietTurns = 0
    if (watching) return
    watching = true
    setImmediate(takeTurn)
  }
  const takeTurn = (): void => {
    watching = sleepers.length > 0
    if (!watching) return
    if (isWorkingOutside()) {
      quietTurns = 0
      setTimeout(takeTurn, 1)
      return
    }
    quietTurns += 1
    if (quietTurns >= QUIET_TURNS) wakeNext()
    setImmediate(takeTurn)
  }
  const wakeNext = (): void => {
    const [next, ...others] = sleepers
    if (next === undefined) return
    sleepers = others
    awake = Math.max(awake, next.due)
    quietTurns = 0
    next.wake()
  }

  const sleep: VirtualClock['sleep'] = (ms, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const stop = (): void => {
        sleepers = sleepers.filter((other) => other !== sleeper)
        reject(signal.reason)
      }
      const wake = (): void => {
        signal.removeEventListener('abort', stop)
        resolve()
      }
      const sleeper: Sleeper = { due: awake + Math.max(0, ms), wake }
      signal.addEventListener('abort', stop, { once: true })
      sleepers = [...sleepers, sleeper].toSorted((a, b) => a.due - b.due)
      watch()
    })
  const now = (): number => (latest = Math.max(latest, offset + awake))

  return {
    now,
    awake: () => awake,
    sleep,
    sleepUntil: async (at, signal) => {
      for (let left = at - now(); left > 0; left = at - now()) await sleep(Math.min(left, LOOK_MS), signal)
    },
    settled: () => {
      watch()
      return new Promise((resolve) => setImmediate(resolve))
    },
    advance: (ms) => {
      awake += ms
    },
    set: (ms) => {
      offset += ms
    },
  }
}

/** Work outside this thread that will come back by itself, as Node names it. */
const outsideWork: ReadonlySet<string> = new Set(['FSReqCallback', 'FSReqPromise', 'CloseReq', 'ProcessWrap'])

function isWorkingOutside(): boolean {
  return process.getActiveResourcesInfo().some((resource) => outsideWork.has(resource))
}
