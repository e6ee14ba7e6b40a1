import type { FailureCode } from '../../kernel/failure.ts'
import type { Outcome } from '../../kernel/outcome.ts'

/** What a script can rely on; documented in docs/exit-codes.md. */
export const exitStatus = {
  ok: 0,
  failed: 1,
  usage: 2,
  noAgent: 3,
  waiting: 4,
  held: 5,
  repository: 6,
  corrupt: 7,
  stopped: 8,
  cancelled: 9,
  bug: 70,
  paused: 130,
} as const

export function statusOfFailure(code: FailureCode): number {
  switch (code) {
    case 'bad-input':
    case 'run-unknown':
      return exitStatus.usage
    case 'agent-missing':
      return exitStatus.noAgent
    case 'needs-person':
      return exitStatus.waiting
    case 'run-held':
      return exitStatus.held
    case 'repository-unfit':
      return exitStatus.repository
    case 'journal-corrupt':
    case 'replay-diverged':
      return exitStatus.corrupt
    case 'journal-unwritable':
    case 'workspace-failed':
      return exitStatus.stopped
    case 'cancelled':
      return exitStatus.cancelled
    case 'bug':
      return exitStatus.bug
    case 'agent-failed':
    case 'reply-invalid':
    case 'session-lost':
    case 'command-missing':
    case 'not-proven':
    case 'limit-reached':
    case 'rejected':
      return exitStatus.failed
  }
}

export function statusOfOutcome(outcome: Outcome): number {
  switch (outcome.status) {
    case 'completed':
      return exitStatus.ok
    case 'failed':
    case 'stopped':
      return statusOfFailure(outcome.failure.code)
    case 'cancelled':
      return exitStatus.cancelled
    case 'waiting':
      return exitStatus.waiting
    case 'paused':
      return exitStatus.paused
  }
}
