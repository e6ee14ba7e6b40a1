import { countedClass } from './failure-budget.ts'
import type { FailureLevel, FailureTally } from './failure-ledger.ts'
import type { FailureReport } from './failure-report.ts'
import type { RunPolicy } from './run-policy.ts'

export type Action =
  /** The same call once more, after a pause. */
  | { readonly kind: 'retry-same'; readonly pauseMs: number }
  | { readonly kind: 'wait-until'; readonly at: number }
  /** The call has failed for good; the attempt that it was part of has too. */
  | { readonly kind: 'fail-attempt' }
  /** The gate once more on the same tree. */
  | { readonly kind: 're-run' }
  /** Another attempt, once somebody has found the cause. */
  | { readonly kind: 'diagnose-then-retry' }
  /** Another attempt that is told the problem: it is its own diagnosis. */
  | { readonly kind: 'send-back' }
  | { readonly kind: 'replan' }
  | { readonly kind: 'ask-person'; readonly why: AskReason }
  | { readonly kind: 'stop' }

export type AskReason = FailureLevel | 'escalated' | 'input' | 'approval' | 'unavailable' | 'replans'

export type FailurePolicy = Pick<
  RunPolicy,
  'attempts' | 'tries' | 'backoffMs' | 'failures' | 'sameFailures' | 'replans'
>

/**
 * What follows from a failure: one exhaustive function of its class, the policy and what happened before.
 * `repeats` counts how often the same call, gate or plan has failed so already, this time included.
 */
export function afterFailure(
  report: Pick<FailureReport, 'class' | 'of' | 'isPlain' | 'until'>,
  policy: FailurePolicy,
  ledger: FailureTally,
  repeats: number,
): Action {
  switch (report.class) {
    case 'budget':
      return { kind: 'stop' }
    case 'escalate':
      return report.of === 'call' ? { kind: 'fail-attempt' } : { kind: 'ask-person', why: 'escalated' }
    case 'model_unavailable':
      if (report.of !== 'call') return { kind: 'ask-person', why: 'unavailable' }
      return report.until === null ? { kind: 'fail-attempt' } : { kind: 'wait-until', at: report.until }
    case 'needs_input':
      return { kind: 'ask-person', why: 'input' }
    case 'needs_approval':
      return { kind: 'ask-person', why: 'approval' }
    case 'needs_replan':
      return repeats <= policy.replans ? { kind: 'replan' } : { kind: 'ask-person', why: 'replans' }
    case 'transient':
    case 'timeout':
    case 'hung':
    case 'flaky':
    case 'fixable':
    case 'regression':
    case 'new_failure':
      switch (report.of) {
        case 'call':
          return mayPass(report.class) ? afterCall(report, policy, repeats) : { kind: 'fail-attempt' }
        case 'gate':
          if (mayPass(report.class) && repeats < policy.tries) return { kind: 're-run' }
          return afterAttempt(report, policy, ledger)
        case 'attempt':
          return afterAttempt(report, policy, ledger)
      }
  }
}

function afterCall(
  { class: of, until }: Pick<FailureReport, 'class' | 'until'>,
  { tries, backoffMs, failures }: FailurePolicy,
  repeats: number,
): Action {
  if (until !== null) return { kind: 'wait-until', at: until }
  // Where one failure for time goes to a person, nobody waits as long once more before that.
  const most = of === 'timeout' || of === 'hung' ? Math.min(tries, failures[of].task) : tries
  if (repeats >= most) return { kind: 'fail-attempt' }
  return { kind: 'retry-same', pauseMs: backoffMs * 2 ** (repeats - 1) }
}

/** What was slow, away or not ready may do better without anything being changed. */
function mayPass(of: FailureReport['class']): boolean {
  return of === 'transient' || of === 'timeout' || of === 'hung'
}

function afterAttempt(
  report: Pick<FailureReport, 'class' | 'isPlain'>,
  policy: FailurePolicy,
  ledger: FailureTally,
): Action {
  const exhausted = usedUp(report.class, policy, ledger)
  if (exhausted !== null) return { kind: 'ask-person', why: exhausted }
  return { kind: report.isPlain ? 'send-back' : 'diagnose-then-retry' }
}

/** What fails in the same way at one task after the other is seldom the fault of the tasks. */
const TIMES_EVERYWHERE = 2

/** The first budget that this failure has used up; each grant of a person is as much again. */
function usedUp(
  of: FailureReport['class'],
  { attempts, sameFailures, failures }: FailurePolicy,
  { counts, grants }: FailureTally,
): FailureLevel | null {
  const counted = countedClass(of)
  if (counted === null) return null
  const caps: readonly (readonly [FailureLevel, number])[] = [
    ['same', sameFailures],
    ['everywhere', TIMES_EVERYWHERE * sameFailures],
    ['attempts', attempts],
    ['task', failures[counted].task],
    ['wave', failures[counted].wave],
    ['run', failures[counted].run],
  ]
  return caps.find(([level, cap]) => counts[level] >= cap * (1 + grants[level]))?.[0] ?? null
}
