import { COUNTED_CLASSES } from '../policy/failure-budget.ts'
import type { CountedClass, FailureBudget } from '../policy/failure-budget.ts'
import type { RunPolicy } from '../policy/run-policy.ts'
import { parseByteSize } from './byte-size.ts'
import { parseDuration } from './duration.ts'
import type { PolicySettings } from './complete-policy.ts'
import { processOf } from './process-settings.ts'
import type { Settings } from './settings.ts'

const MINUTE = 60_000

/** The policy that settings stand for. Contract: nothing in it comes from anywhere else. */
export function runPolicyOf({ limits, policy }: Pick<Settings, 'limits' | 'policy'>): RunPolicy {
  const { protect } = policy
  return {
    order: policy.order,
    parallel: limits.parallel,
    roleLimits: policy.roles,
    agentLimits: policy.agents,
    unknownWriteSet: policy['unknown-write-set'],
    setbacks: policy.setbacks,
    leastGain: policy['least-gain'],
    leastWorkMinutes: toMs(policy['least-work']) / MINUTE,
    gates: limits.gates,
    attempts: limits.attempts,
    tries: policy.tries,
    backoffMs: toMs(policy.backoff),
    failures: budgetsOf(policy.failures),
    sameFailures: policy.failures.same,
    replans: policy.replans,
    leastConfidence: policy['least-confidence'],
    gateTimeoutMs: toMs(policy['gate-time']),
    flakeRuns: policy['flake-runs'],
    batch: policy.batch,
    failoverAfterMs: toMs(policy['failover-after']),
    replyRounds: policy['reply-rounds'],
    isolation: policy.isolation,
    largestChange: largestChangeOf(policy),
    protection: {
      outside: policy['write-set'],
      tests: guard(protect.tests),
      gates: guard(protect.gates),
      ci: guard(protect.ci),
      lockFiles: guard(protect['lock-files']),
      secrets: guard(protect.secrets),
      paths: protect.paths,
    },
    process: processOf(policy),
  }
}

export function largestChangeOf({
  'largest-change': { files, size },
}: Pick<PolicySettings, 'largest-change'>): RunPolicy['largestChange'] {
  return { files, bytes: parseByteSize(size) ?? 0 }
}

function budgetsOf({ task, wave, run, classes }: PolicySettings['failures']): RunPolicy['failures'] {
  const budget = (of: CountedClass): FailureBudget =>
    (Object.hasOwn(classes, of) ? classes[of] : undefined) ?? { task, wave, run }
  return Object.fromEntries(COUNTED_CLASSES.map((of) => [of, budget(of)])) as Record<
    CountedClass,
    FailureBudget
  >
}

function toMs(duration: string): number {
  return parseDuration(duration) ?? 0
}

function guard(isProtected: boolean): 'protect' | 'free' {
  return isProtected ? 'protect' : 'free'
}
