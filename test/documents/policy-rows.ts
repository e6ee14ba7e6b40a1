import { policySettingsOf } from '../../src/config/policy-settings.ts'
import type { BuiltInPolicy } from '../../src/policy/built-in-policies.ts'
import { BUILT_IN_POLICIES } from '../../src/policy/built-in-policies.ts'

/** Every value of the built-in policies as docs/policies.md has them: the key, then one cell for each policy. */
export function policyRows(): readonly (readonly string[])[] {
  const columns = BUILT_IN_POLICIES.map((name) => new Map(valuesOf(name)))
  const keys = [...(columns[0]?.keys() ?? [])].filter((key) => key !== 'base')
  return keys.map((key) => [`\`${key}\``, ...columns.map((column) => cell(column.get(key)))])
}

function valuesOf(name: BuiltInPolicy): readonly (readonly [string, unknown])[] {
  return flatten(policySettingsOf(name), [])
}

function flatten(value: unknown, path: readonly string[]): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path.join('.'), value]]
  const inside = Object.entries(value)
  return inside.length === 0
    ? [[path.join('.'), []]]
    : inside.flatMap(([key, each]) => flatten(each, [...path, key]))
}

function cell(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : `\`${value.join(', ')}\``
  return `\`${String(value)}\``
}
