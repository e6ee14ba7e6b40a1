import type { Failure } from '../kernel/failure.ts'
import type { RunPolicy } from './run-policy.ts'

export type Reaction =
  | { readonly kind: 'try-again'; readonly wait: { readonly ms: number } }
  | { readonly kind: 'wait'; readonly wait: { readonly until: number } }
  | { readonly kind: 'give-up' }

/** What follows when asking an agent ended in a failure: one exhaustive function of the failure's code. */
export function afterAgentFailure(failure: Failure, failedTries: number, policy: RunPolicy): Reaction {
  const again: Reaction =
    failedTries < policy.tries
      ? { kind: 'try-again', wait: { ms: policy.backoffMs * 2 ** (failedTries - 1) } }
      : { kind: 'give-up' }
  switch (failure.code) {
    case 'agent-failed':
      switch (failure.trouble) {
        case 'rate-limited':
          return failure.retryAt === undefined ? again : { kind: 'wait', wait: { until: failure.retryAt } }
        case 'crashed':
        case 'hung':
        case 'timed-out':
        case 'overloaded':
        case 'protocol':
          return again
        case 'refused':
        case 'unauthorised':
          return { kind: 'give-up' }
      }
    // falls through: the inner switch returns for every trouble
    case 'session-lost':
    case 'reply-invalid':
      return again
    case 'bad-input':
    case 'agent-missing':
    case 'command-missing':
    case 'not-proven':
    case 'limit-reached':
    case 'cancelled':
    case 'rejected':
    case 'needs-person':
    case 'repository-unfit':
    case 'workspace-failed':
    case 'run-unknown':
    case 'run-held':
    case 'replay-diverged':
    case 'journal-corrupt':
    case 'journal-unwritable':
    case 'bug':
      return { kind: 'give-up' }
  }
}

/** Whether a failed attempt at a task may be followed by another one; the others end the run. */
export function isTaskTrouble(failure: Failure): boolean {
  return (
    failure.code === 'agent-failed' || failure.code === 'reply-invalid' || failure.code === 'session-lost'
  )
}
