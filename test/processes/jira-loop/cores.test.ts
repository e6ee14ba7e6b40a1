import { expect, test } from 'vitest'
import { resolveSettings } from '../../../src/config/resolve-settings.ts'
import { runPolicyOf } from '../../../src/config/run-policy-of.ts'

const nothing = { environment: {}, ignoredVariables: [], repositoryFile: null, userFile: null }

function parallelOf(cores: number | null, flag: string | null = null): number {
  const flags = flag === null ? [] : [{ key: 'limits.parallel', value: flag, name: '--parallel' }]
  const known = cores === null ? {} : { cores }
  const { settings } = resolveSettings({ ...nothing, ...known, flags, processPolicy: 'jira-loop' })
  return runPolicyOf(settings).parallel
}

test('B15: as many tasks at once as there are cores, two when nobody knows, and what a person says before both', () => {
  expect(parallelOf(6)).toBe(6)
  expect(parallelOf(0)).toBe(1)
  expect(parallelOf(null)).toBe(2)
  expect(parallelOf(6, '3')).toBe(3)
})
