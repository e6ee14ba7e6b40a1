import type { RunPolicy } from '../policy/run-policy.ts'
import { runPolicySchema } from '../policy/run-policy.ts'
import { putAt, valueAt } from './at-path.ts'
import { policyValues } from './policy-values.ts'
import type { Settings } from './settings.ts'

/** The policy that settings stand for. Contract: nothing in it comes from anywhere else. */
export function runPolicyOf({ limits, policy }: Pick<Settings, 'limits' | 'policy'>): RunPolicy {
  const { parallel, gates, attempts } = limits
  const whole = { parallel, gates, attempts }
  for (const { path, key, form } of policyValues)
    if (form !== null) putAt(whole, path, form.fromSetting(valueAt(policy, key)))
  return runPolicySchema.parse(whole)
}
