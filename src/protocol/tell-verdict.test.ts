import { expect, it } from 'vitest'
import { completeVerdict } from '../gates/verdict.ts'
import { tellEvidence, tellTests } from './tell-verdict.ts'

const evidence = {
  name: 'test',
  kind: 'test',
  command: 'npm test',
  exitCode: 1,
  durationMs: 5000,
  counts: { passed: 3, failed: 1, skipped: 0 },
  outputFile: '',
  output: '',
  leftovers: 0,
  withheld: [],
} as const

it('tells how a gate ended, with what it counted', () => {
  expect(tellEvidence(evidence)).toBe('npm test: exit 1 in 5s, 3 passed, 1 failed')
  expect(tellEvidence({ ...evidence, counts: null, exitCode: null })).toBe('npm test: ended by force in 5s')
  expect(tellEvidence({ ...evidence, counts: { passed: 0, failed: 0, skipped: 2 } })).toContain('2 skipped')
})

it('tells tests by name, cleaned of what a terminal would obey', () => {
  const verdict = completeVerdict({
    failedTests: ['a\u{1b}[31m'],
    vanished: ['b', 'c'],
    knownFailures: ['d'],
    flaky: ['e'],
    reusedFrom: 'run-1',
  })
  expect(tellTests(verdict)).toEqual([
    '1 test failed: a [31m',
    '2 tests gone: b; c',
    '1 test failed before already: d',
    '1 test failed by chance, as on the base: e',
    'seen before, by run-1',
  ])
})

it('tells nothing of tests where a verdict of the first version knows nothing', () => {
  expect(tellTests(completeVerdict({ status: 'passed', message: '`npm test` passed.' }))).toEqual([])
})
