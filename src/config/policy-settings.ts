import type { BuiltInPolicy } from '../policy/built-in-policies.ts'
import type { RunPolicy } from '../policy/run-policy.ts'
import { BUILT_IN_POLICIES, builtInPolicies } from '../policy/built-in-policies.ts'
import { COUNTED_CLASSES } from '../policy/failure-budget.ts'
import { formatByteSize } from './byte-size.ts'
import { formatDuration } from './duration.ts'
import type { PolicySettings } from './complete-policy.ts'
import { processSettingsOf } from './process-settings.ts'

const MINUTE = 60_000

/** A built-in policy as a file would have it. */
export function policySettingsOf(base: BuiltInPolicy): PolicySettings {
  const policy: RunPolicy = builtInPolicies[base]
  const { protection, failures } = policy
  const { fixable: budget } = failures
  const others = COUNTED_CLASSES.filter((of) => JSON.stringify(failures[of]) !== JSON.stringify(budget))
  return {
    base,
    ...processSettingsOf(policy.process),
    order: policy.order,
    'write-set': protection.outside,
    'unknown-write-set': policy.unknownWriteSet,
    isolation: policy.isolation,
    'largest-change': {
      files: policy.largestChange.files,
      size: formatByteSize(policy.largestChange.bytes),
    },
    protect: {
      tests: protection.tests === 'protect',
      gates: protection.gates === 'protect',
      ci: protection.ci === 'protect',
      'lock-files': protection.lockFiles === 'protect',
      secrets: protection.secrets === 'protect',
      paths: [...protection.paths],
    },
    failures: {
      ...budget,
      same: policy.sameFailures,
      classes: Object.fromEntries(others.map((of) => [of, failures[of]])),
    },
    tries: policy.tries,
    backoff: formatDuration(policy.backoffMs),
    'least-confidence': policy.leastConfidence,
    'gate-time': formatDuration(policy.gateTimeoutMs),
    setbacks: policy.setbacks,
    'least-gain': policy.leastGain,
    'least-work': formatDuration(policy.leastWorkMinutes * MINUTE),
    replans: policy.replans,
    'flake-runs': policy.flakeRuns,
    batch: policy.batch,
    'failover-after': formatDuration(policy.failoverAfterMs),
    'reply-rounds': policy.replyRounds,
    routes: [],
    roles: policy.roleLimits,
    agents: policy.agentLimits,
  }
}

/** Whether a name is one of ours; every other one is the path of a file. */
export function isBuiltIn(name: string): name is BuiltInPolicy {
  return (BUILT_IN_POLICIES as readonly string[]).includes(name)
}
