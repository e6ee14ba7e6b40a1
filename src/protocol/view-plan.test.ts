import { expect, it } from 'vitest'
import { makePlan } from '../../test/fixtures/make-plan.ts'
import { viewPlan } from './view-plan.ts'

it('shows waves, what is stuck, times and figures', () => {
  const plan = makePlan([
    { id: 'B', dependencies: ['A'] },
    { id: 'A' },
    { id: 'C', dependencies: ['X'] },
    { id: 'D', dependencies: ['C'] },
  ])
  expect(viewPlan(plan, 3)).toMatchObject({
    plan,
    workers: 3,
    waves: [['A'], ['B']],
    stuck: ['C', 'D'],
    times: { A: { start: 0, end: 30 }, B: { start: 30, end: 60 } },
    metrics: { firstWave: 1, makespanMinutes: 60 },
  })
})
