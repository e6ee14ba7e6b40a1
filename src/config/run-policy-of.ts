import { budgetForEach } from '../policy/failure-budget.ts'
import type { RunPolicy } from '../policy/run-policy.ts'
import { builtInPolicies } from '../policy/run-policy.ts'
import type { Settings } from './settings.ts'

/** The policy that settings stand for; what they do not name is as usual. */
export function runPolicyOf({ limits, policy }: Pick<Settings, 'limits' | 'policy'>): RunPolicy {
  const { task, wave, run, same } = policy.failures
  const { protect } = policy
  return {
    ...builtInPolicies[policy.base],
    order: policy.order,
    parallel: limits.parallel,
    roleLimits: policy.roles,
    agentLimits: policy.agents,
    unknownWriteSet: policy['unknown-write-set'],
    gates: limits.gates,
    attempts: limits.attempts,
    failures: budgetForEach({ task, wave, run }),
    sameFailures: same,
    replans: policy.replans,
    flakeRuns: policy['flake-runs'],
    batch: policy.batch,
    protection: {
      outside: policy['write-set'],
      tests: guard(protect.tests),
      gates: guard(protect.gates),
      ci: guard(protect.ci),
      lockFiles: guard(protect['lock-files']),
      paths: protect.paths,
    },
  }
}

function guard(isProtected: boolean): 'protect' | 'free' {
  return isProtected ? 'protect' : 'free'
}
