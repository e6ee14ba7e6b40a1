import { RunFailure } from '../../../kernel/failure.ts'
import type { Clock } from '../../../kernel/ports/clock.ts'
import type { AgentProfile } from './agent-profile.ts'

/** Ends a turn that is silent or long, or that nobody wants any more. */
export interface TurnWatch {
  /** Resolves, and never rejects, with why the turn must end. */
  readonly tripped: Promise<RunFailure>
  /** Takes a sign of life. */
  touch(): void
  stop(): void
  /** Waits for an answer unless the watch trips first. */
  guard<T>(answer: Promise<T>): Promise<T>
}

export function watchTurn(profile: AgentProfile, clock: Clock, signal: AbortSignal): TurnWatch {
  const stopped = new AbortController()
  const begun = clock.now()
  let alive = begun

  const timeUp = async (): Promise<RunFailure> => {
    for (;;) {
      const left = Math.min(alive + profile.stallMs, begun + profile.totalMs) - clock.now()
      if (left <= 0) break
      await clock.sleep(left, stopped.signal)
    }
    return clock.now() >= begun + profile.totalMs
      ? tooLong(profile, 'timed-out', `took longer than ${seconds(profile.totalMs)}`)
      : tooLong(profile, 'hung', `was silent for ${seconds(profile.stallMs)}`)
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
      alive = clock.now()
    },
    stop: () => stopped.abort(),
    guard: async (answer) => {
      const outcome = await Promise.race([answer.then((value) => ({ value })), tripped])
      if (outcome instanceof RunFailure) throw outcome
      return outcome.value
    },
  }
}

function tooLong(profile: AgentProfile, trouble: 'hung' | 'timed-out', what: string): RunFailure {
  return new RunFailure({
    code: 'agent-failed',
    trouble,
    message: `Agent "${profile.name}" ${what} and was ended; raise the limit in tutti.yaml if its turns need more.`,
  })
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
