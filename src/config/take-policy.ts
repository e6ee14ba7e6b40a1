import { valueAt, putAt } from './at-path.ts'
import type { SettingsChoice } from './choose-settings.ts'
import type { PolicySettings } from './policy-schema.ts'
import { policySettingsOf } from './policy-settings.ts'
import { isNamedGroup, leafKeys } from './setting-keys.ts'
import type { BuiltInPolicy } from '../policy/built-in-policies.ts'

type Group = Readonly<Record<string, unknown>>

/** The `policy` group, each value chosen by itself; what nobody wrote is as in the built-in policy. */
export function takePolicy({ take, takeByName }: SettingsChoice, builtIn: BuiltInPolicy): PolicySettings {
  const usual = policySettingsOf(builtIn)
  const policy = {}
  for (const key of leafKeys(['policy'])) {
    const path = key.split('.')
    const within = path.slice(1)
    const fallback = valueAt(usual, within)
    const chosen = isNamedGroup(path)
      ? {
          ...(fallback as Group),
          ...Object.fromEntries(takeByName(key, (written) => valueAt(written, path) as Group | undefined)),
        }
      : take(key, (written) => valueAt(written, path))
    putAt(policy, within, chosen ?? fallback)
  }
  // Every key of the schema has been put, from a layer that was checked against it or from a policy of ours.
  return policy as PolicySettings
}
