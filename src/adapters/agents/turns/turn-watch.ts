import { RunFailure } from '../../../kernel/failure.ts'
import { latestTurnEnd } from '../../../kernel/latest-turn-end.ts'
import type { Nudge } from '../../../kernel/ports/agents.ts'
import type { Clock } from '../../../kernel/ports/clock.ts'
import type { ConfiguredAgent } from './configured-agent.ts'

/** An agent that is to go on may have to end a command of its own first. */
const LONGEST_GRACE_MS = 5000

/** Ends a turn that is silent or long, or that nobody wants any more. */
export interface TurnWatch {
  /** Resolves, and never rejects, with why the turn must end. */
  readonly tripped: Promise<RunFailure>
  /** Takes a sign of life. */
  touch(): void
  stop(): void
  /** How long an agent that was too slow may take to stop before it is ended. */
  readonly graceMs: number
  /** Waits for an answer unless the watch trips first. */
  guard<T>(answer: Promise<T>): Promise<T>
}

export function watchTurn(
  profile: ConfiguredAgent,
  clock: Clock,
  signal: AbortSignal,
  nudge?: Nudge,
): TurnWatch {
  const stopped = new AbortController()
  let alive = clock.awake()
  const latest = latestTurnEnd(alive, profile, nudge)

  const timeUp = async (): Promise<RunFailure> => {
    for (;;) {
      const left = Math.min(alive + profile.stallMs, latest) - clock.awake()
      if (left <= 0) break
      await clock.sleep(left, stopped.signal)
    }
    return clock.awake() >= latest
      ? tooLong(profile, 'timed-out', `took longer than ${seconds(profile.totalMs)}`, 'turn-time')
      : tooLong(profile, 'hung', `was silent for ${seconds(profile.stallMs)}`, 'stall-time')
  }

  const tripped = new Promise<RunFailure>((resolve) => {
    const cancel = (): void => resolve(cancelled(signal.reason))
    if (signal.aborted) cancel()
    else signal.addEventListener('abort', cancel, { once: true, signal: stopped.signal })
    timeUp().then(resolve, () => undefined)
  })
  return {
    tripped,
    touch: () => {
      alive = clock.awake()
    },
    stop: () => stopped.abort(),
    graceMs: Math.min(LONGEST_GRACE_MS, profile.stallMs),
    guard: async (answer) => {
      const outcome = await Promise.race([answer.then((value) => ({ value })), tripped])
      if (outcome instanceof RunFailure) throw outcome
      return outcome.value
    },
  }
}

function tooLong(
  profile: ConfiguredAgent,
  trouble: 'hung' | 'timed-out',
  what: string,
  setting: string,
): RunFailure {
  const message = `Agent "${profile.name}" ${what}; raise \`limits.${setting}\` in tutti.yaml if its turns need more.`
  return new RunFailure({ code: 'agent-failed', trouble, message })
}

function cancelled(reason: unknown): RunFailure {
  return new RunFailure(
    { code: 'cancelled', message: 'The turn was cancelled and its agent ended.' },
    { cause: reason },
  )
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`
}
