import type { SettingsChoice } from './choose-settings.ts'
import type { PolicySettings } from './complete-policy.ts'
import { policySettingsOf } from './policy-settings.ts'
import { isNamedGroup, leafKeys } from './setting-keys.ts'
import type { BuiltInPolicy } from '../policy/built-in-policies.ts'

/** The `policy` group, each value chosen by itself; what nobody wrote is as in the built-in policy. */
export function takePolicy({ take, takeByName }: SettingsChoice, builtIn: BuiltInPolicy): PolicySettings {
  const usual = policySettingsOf(builtIn)
  const policy: Group = {}
  for (const key of leafKeys(['policy'])) {
    const path = key.split('.')
    const within = path.slice(1)
    const fallback = valueAt(usual, within)
    const chosen = isNamedGroup(path)
      ? {
          ...(fallback as Group),
          ...Object.fromEntries(takeByName(key, (written) => groupAt(written, path))),
        }
      : take(key, (written) => valueAt(written, path))
    put(policy, within, chosen ?? fallback)
  }
  // Every key of the schema has been put, from a layer that was checked against it or from a policy of ours.
  return policy as PolicySettings
}

type Group = { [key: string]: unknown }

function valueAt(root: unknown, path: readonly string[]): unknown {
  let here = root
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined
    here = (here as Readonly<Group>)[key]
  }
  return here
}

function groupAt(root: unknown, path: readonly string[]): Readonly<Group> | undefined {
  return valueAt(root, path) as Readonly<Group> | undefined
}

function put(root: Group, path: readonly string[], value: unknown): void {
  const [key = '', ...rest] = path
  if (rest.length === 0) root[key] = value
  else put((root[key] ??= {}) as Group, rest, value)
}
