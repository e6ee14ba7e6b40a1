import { machineTrouble } from './machine-trouble.ts'
import type { IsolationLevel } from './ports/isolation.ts'
import type { SharedFinding } from './ports/workspaces.ts'

/** How an agent let us down; a policy decides what follows from each. */
export type AgentTrouble =
  | 'crashed'
  | 'hung'
  | 'timed-out'
  | 'refused'
  | 'rate-limited'
  | 'overloaded'
  | 'unauthorised'
  | 'out-of-quota'
  | 'model-unavailable'
  /** Its turn was stopped because it passed a cap on spend. */
  | 'over-limit'
  | 'protocol'

/** Everything that can go wrong, by a stable public code. Contract: codes are never renamed or reused. */
export type Failure =
  | { readonly code: 'bad-input'; readonly message: string; readonly where?: string }
  | { readonly code: 'agent-missing'; readonly message: string }
  | {
      readonly code: 'agent-failed'
      readonly message: string
      readonly trouble: AgentTrouble
      /** Epoch milliseconds at which a rate limit is known to end. */
      readonly retryAt?: number
      /** The session that is still open, because the agent stopped its turn when it was asked to. */
      readonly session?: string
      /** The commit that keeps what the agent had written when its turn failed. */
      readonly kept?: string
      /** The session that can go on where it was cut off, with the commit that has its files. */
      readonly parked?: { readonly session: string; readonly commit: string }
      /** What it had done to the shared repository and the user's checkout until then. */
      readonly findings?: readonly SharedFinding[]
      /** How far its program was kept apart from the machine, where it had been started. */
      readonly isolation?: IsolationLevel
    }
  | {
      readonly code: 'reply-invalid'
      readonly message: string
      readonly reply: string
      /** As of an agent that failed. */
      readonly findings?: readonly SharedFinding[]
      readonly isolation?: IsolationLevel
    }
  | { readonly code: 'session-lost'; readonly message: string }
  | { readonly code: 'command-missing'; readonly message: string }
  | { readonly code: 'not-proven'; readonly message: string }
  | { readonly code: 'limit-reached'; readonly message: string; readonly scope: string }
  | { readonly code: 'cancelled'; readonly message: string }
  | { readonly code: 'rejected'; readonly message: string }
  | { readonly code: 'needs-person'; readonly message: string }
  | { readonly code: 'repository-unfit'; readonly message: string }
  | { readonly code: 'workspace-failed'; readonly message: string }
  | { readonly code: 'run-unknown'; readonly message: string }
  | { readonly code: 'run-held'; readonly message: string }
  | { readonly code: 'replay-diverged'; readonly message: string; readonly step: string }
  | {
      readonly code: 'journal-corrupt'
      readonly message: string
      readonly file: string
      readonly line: number
    }
  | { readonly code: 'journal-unwritable'; readonly message: string }
  | { readonly code: 'bug'; readonly message: string; readonly trace: string }

export type FailureCode = Failure['code']

/** The one error that Tutti throws on purpose. */
export class RunFailure extends Error {
  override readonly name = 'RunFailure'
  readonly failure: Failure

  constructor(failure: Failure, options?: { readonly cause?: unknown }) {
    super(failure.message, options)
    this.failure = failure
  }

  get code(): FailureCode {
    return this.failure.code
  }
}

/**
 * Turns whatever was thrown into a failure; what the machine refused is trouble with it, and a stranger becomes a `bug`
 * that keeps its cause.
 */
export function toRunFailure(thrown: unknown): RunFailure {
  if (thrown instanceof RunFailure) return thrown
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const trouble = machineTrouble(error)
  if (trouble !== null) {
    const message = `The machine refused something: ${trouble}, then resume (${error.message}).`
    return new RunFailure({ code: 'workspace-failed', message }, { cause: thrown })
  }
  return new RunFailure(
    { code: 'bug', message: error.message, trace: error.stack ?? error.message },
    { cause: thrown },
  )
}

/**
 * Whether a failure is the outcome of the step it happened in, and so recorded for good. The others are
 * trouble of the conductor or its machine: they stop the run, and `resume` tries the step again.
 */
export function isOutcome(failure: Failure): boolean {
  switch (failure.code) {
    case 'bad-input':
    case 'agent-missing':
    case 'agent-failed':
    case 'reply-invalid':
    case 'session-lost':
    case 'command-missing':
    case 'not-proven':
    case 'limit-reached':
    case 'cancelled':
    case 'rejected':
      return true
    case 'needs-person':
    case 'repository-unfit':
    case 'workspace-failed':
    case 'run-unknown':
    case 'run-held':
    case 'replay-diverged':
    case 'journal-corrupt':
    case 'journal-unwritable':
    case 'bug':
      return false
  }
}
