import type { Failure } from '../kernel/failure.ts'

/** Every way in which work can fail to be done, by what has to follow. */
export const FAILURE_CLASSES = [
  'transient',
  'fixable',
  'needs_replan',
  'escalate',
  'flaky',
  'regression',
  'new_failure',
  'needs_input',
  'needs_approval',
  'model_unavailable',
  'budget',
  'timeout',
  'hung',
] as const

export type FailureClass = (typeof FAILURE_CLASSES)[number]

/** What a thrown failure is. Contract: no failure is ever read as a pass; one that nobody foresaw goes to a person. */
export function classOfFailure(failure: Failure): FailureClass {
  switch (failure.code) {
    case 'agent-failed':
      return classOfTrouble[failure.trouble]
    case 'session-lost':
    case 'reply-invalid':
      return 'transient'
    case 'agent-missing':
      return 'model_unavailable'
    case 'limit-reached':
      return 'budget'
    case 'not-proven':
      return 'fixable'
    case 'bad-input':
    case 'command-missing':
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
      return 'escalate'
  }
}

const classOfTrouble = {
  crashed: 'transient',
  overloaded: 'transient',
  protocol: 'transient',
  'rate-limited': 'transient',
  hung: 'hung',
  'timed-out': 'timeout',
  refused: 'escalate',
  unauthorised: 'model_unavailable',
  'out-of-quota': 'model_unavailable',
  'model-unavailable': 'model_unavailable',
  'over-limit': 'budget',
} as const satisfies Record<Extract<Failure, { code: 'agent-failed' }>['trouble'], FailureClass>

/** As much of a verdict that is no pass as its class needs. */
export interface FailedProof {
  readonly cause: string | null
  /** Failing tests by name that did not fail before the run. */
  readonly failedTests: readonly string[]
  /** Names of all tests that passed on the base, where its report named them. */
  readonly passedBefore: (test: string) => boolean
}

/** A test that passed before and fails now is a regression; one that the work itself brought is a new failure. */
export function classOfProof({ cause, failedTests, passedBefore }: FailedProof): FailureClass {
  switch (cause) {
    case 'timed-out':
      return 'timeout'
    case 'not-prepared':
    case 'disturbed':
      return 'transient'
    case 'unstable-tests':
      return 'flaky'
    case 'vanished-tests':
      return 'regression'
    case 'failed-tests':
      return failedTests.some(passedBefore) ? 'regression' : 'new_failure'
    default:
      return 'fixable'
  }
}

/** What the audit of a change found, by the heaviest of its findings; `null` when nothing stands in the way. */
export function classOfFindings(
  findings: readonly { readonly weight: 'refused' | 'needs-approval' | 'extended' | 'reported' }[],
): 'fixable' | 'needs_approval' | null {
  if (findings.some(({ weight }) => weight === 'refused')) return 'fixable'
  return findings.some(({ weight }) => weight === 'needs-approval') ? 'needs_approval' : null
}

/** What an agent says of its own work when it does not call it completed; its word opens a way, it proves nothing. */
export function classOfStatus(
  status: 'needs_revision' | 'failed' | 'needs_input' | 'needs_approval' | 'needs_replan',
): FailureClass {
  switch (status) {
    case 'needs_input':
    case 'needs_approval':
    case 'needs_replan':
      return status
    case 'needs_revision':
    case 'failed':
      return 'fixable'
  }
}
