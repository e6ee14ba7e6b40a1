import type { BuiltInPolicy } from '../policy/built-in-policies.ts'
import { BUILT_IN_POLICIES, builtInPolicies } from '../policy/built-in-policies.ts'
import { putAt, valueAt } from './at-path.ts'
import type { PolicySettings } from './policy-schema.ts'
import { policySchema } from './policy-schema.ts'
import { policyValues } from './policy-values.ts'

/** A built-in policy as a file would have it. */
export function policySettingsOf(base: BuiltInPolicy): PolicySettings {
  const policy = builtInPolicies[base]
  const written = {}
  for (const { path, key, form } of policyValues)
    if (form !== null) putAt(written, key, form.toSetting(valueAt(policy, path)))
  const given = { base, isolation: policy.isolation, routes: [] }
  return { ...policySchema.parse({ ...written, ...given }), ...given }
}

/** Whether a name is one of ours; every other one is the path of a file. */
export function isBuiltIn(name: string): name is BuiltInPolicy {
  return (BUILT_IN_POLICIES as readonly string[]).includes(name)
}
