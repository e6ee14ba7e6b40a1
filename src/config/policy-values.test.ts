import { expect, it } from 'vitest'
import { standardPolicy } from '../policy/run-policy.ts'
import { leafKeys } from './setting-keys.ts'
import { policyValues } from './policy-values.ts'

const values = policyValues.filter(({ form }) => form !== null)

it('says of every value of a run where settings have it; only limits stand elsewhere', () => {
  const missing = leavesOf(standardPolicy, []).filter(
    (leaf) => !values.some(({ path }) => `${leaf}.`.startsWith(`${path.join('.')}.`)),
  )
  expect(missing).toEqual(['parallel', 'gates', 'attempts'])
})

it('gives each value a key of its own, made of its name where nothing else is said', () => {
  const keys = values.map(({ key }) => key.join('.'))
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys).toEqual(expect.arrayContaining(['tier', 'review.fix-cycles', 'write-set', 'backoff', 'roles']))
  const leaves = leafKeys(['policy'])
  const unknown = keys.filter((key) => !leaves.some((leaf) => `${leaf}.`.startsWith(`policy.${key}.`)))
  expect(unknown).toEqual([])
})

function leavesOf(value: unknown, path: readonly string[]): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path.join('.')]
  const inside = Object.entries(value)
  return inside.length === 0
    ? [path.join('.')]
    : inside.flatMap(([key, each]) => leavesOf(each, [...path, key]))
}
