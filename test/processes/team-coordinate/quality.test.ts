import { describe, expect, test } from 'vitest'
import type { Act } from '../../../src/adapters/agents/scripted/script.ts'
import type { Json } from '../../../src/kernel/json.ts'
import { standardProcess } from '../../../src/policy/process-policy.ts'
import { aggregate, judgeQuality } from '../../../src/playbooks/team-coordinate/quality.ts'
import { reply, scene } from '../../harness/script.ts'
import { report, turnOf } from './team-cast.ts'
import { playTeam, sessionFile, toldIn, workedOn } from './play-team.ts'

const objective = 'Audit the login flow in src/login.ts'
const scores = (all: number): Json => ({ completeness: all, consistency: all, accuracy: all, depth: all })
const audit = (attempt: string, more: Readonly<Record<string, Json>>, acts: readonly Act[] = []) =>
  scene({ step: turnOf('ANALYSIS-001', { attempt }) }, [...acts, ...report('ANALYSIS-001', more)])

test('D44: work below 60 is done again, and told why', async () => {
  const played = await playTeam({ objective, scenes: [audit('1', { quality: scores(50) })] })
  expect(workedOn(played)).toEqual(['ANALYSIS-001', 'ANALYSIS-001'])
  expect(played.facts('team-quality')).toMatchObject([
    { verdict: 'retry', total: 50 },
    { verdict: 'pass' },
    { task: null, verdict: 'pass' },
  ])
  expect([...played.prompts.values()].at(-1)).toContain('its quality is 50 of 100')
})

test('D44: after two retries a person is asked', async () => {
  const played = await playTeam({ objective, scenes: [audit('*', { quality: scores(50) })] })
  expect(workedOn(played)).toHaveLength(3)
  expect(played.facts('team-quality')).toMatchObject([
    { verdict: 'retry' },
    { verdict: 'retry' },
    { verdict: 'fail' },
  ])
  expect(played.outcome).toMatchObject({ status: 'waiting' })
})

test('D44, D45: from 60 to 79 it goes on with a warning, and warnings and infos are kept', async () => {
  const issues = [
    { class: 'Warning', text: 'Old links break; nobody uses them.' },
    { class: 'Info', text: 'Names are long.' },
  ]
  const played = await playTeam({ objective, scenes: [audit('*', { quality: scores(70), issues })] })
  expect(played.outcome).toMatchObject({ status: 'completed' })
  expect(played.facts('team-quality')[0]).toMatchObject({ verdict: 'warn' })
  expect(sessionFile(played, 'wisdom/issues.md')).toContain('Warning: Old links break')
  expect(sessionFile(played, 'wisdom/issues.md')).toContain('Info: Names are long.')
})

test('D45 impossible: what has an Error does not go on, however high its score', async () => {
  const issues = [{ class: 'Error', text: 'Anybody can log in.' }]
  const played = await playTeam({ objective, scenes: [audit('1', { quality: scores(100), issues })] })
  expect(workedOn(played)).toHaveLength(2)
  expect(played.facts('team-artifact')).toHaveLength(1)
  expect([...played.prompts.values()].at(-1)).toContain('Anybody can log in.')
})

test('D44: what is done only in part is never completed', async () => {
  const partly = reply({ status: 'partial_completion', findings: 'Half of it.', error: 'The rest is odd.' })
  const played = await playTeam({
    objective,
    scenes: [scene({ step: turnOf('ANALYSIS-001', { attempt: '1' }) }, partly)],
  })
  expect(played.facts('team-result')).toMatchObject([
    { status: 'partial_completion' },
    { status: 'completed' },
  ])
  expect(toldIn(played).some((line) => line.includes('partial_completion'))).toBe(true)
})

describe('the score', () => {
  const { quality: policy } = standardProcess.team
  const of = (quality: ReturnType<typeof judgeQuality>['scores'], before = 0) =>
    judgeQuality('T', { quality, issues: [] }, policy, before)
  test.each([
    ['D44: four quarters', { completeness: 100, consistency: 60, accuracy: 80, depth: 80 }, 80, 'pass'],
    ['D44: just below passing', { completeness: 79, consistency: 79, accuracy: 79, depth: 79 }, 79, 'warn'],
    ['D44: just good enough', { completeness: 60, consistency: 60, accuracy: 60, depth: 60 }, 60, 'warn'],
    ['D44: not good enough', { completeness: 59, consistency: 59, accuracy: 59, depth: 59 }, 59, 'retry'],
  ])('%s', (_name, quality, total, verdict) => {
    expect(of(quality)).toMatchObject({ total, verdict })
  })

  test('D44: the whole is the mean of what each task has come to last', () => {
    const at = (task: string, all: number) => ({
      ...of({ completeness: all, consistency: all, accuracy: all, depth: all }),
      task,
    })
    expect(aggregate([at('A', 40), at('A', 90), at('B', 70)], policy)).toMatchObject({
      task: null,
      total: 80,
    })
    expect(aggregate([], policy)).toBeNull()
  })
})
