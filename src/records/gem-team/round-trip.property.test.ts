import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plans } from '../../../test/arbitraries/plans.ts'
import { makePlan } from '../../../test/fixtures/make-plan.ts'
import type { Plan } from '../../plan/plan.ts'
import { EXECUTORS } from '../../plan/role.ts'
import type { GemPlan } from './plan-schema.ts'
import { readPlan, withWaves } from './read-plan.ts'
import type { PlanSheet } from './write-plan.ts'
import { writePlan } from './write-plan.ts'
import { untouched } from './write-task.ts'

function sheetOf(plan: Plan): PlanSheet {
  return {
    planId: 'p',
    plan,
    createdAt: '2026-01-01T00:00:00Z',
    createdBy: 'gem-planner',
    status: 'pending',
    researchConfidence: 'high',
    tldr: null,
    specification: null,
    codeStructure: '',
    pass: 1,
    history: plan.lineage.map(({ revision, ...entry }) => ({ pass: revision, timestamp: null, ...entry })),
    standing: () => untouched,
  }
}

test('A90: what is written of a plan reads back as the same plan, with its waves said', () => {
  fc.assert(
    fc.property(plans(EXECUTORS), (plan) => {
      const { plan: back } = readPlan(writePlan(sheetOf(plan)), 'plan.yaml', EXECUTORS)
      expect(back).toEqual({ ...plan, tasks: withWaves(plan.tasks) })
    }),
    { numRuns: 100 },
  )
})

test('A90: a plan that was read, written and read again is still the same, with all that only gem-team says', () => {
  const flows = [{ flow_id: 'f', steps: [{ type: 'navigate', url: '/' }] }]
  const own = {
    tech_stack: ['react'],
    test_coverage: '80%',
    failure_modes: [{ scenario: 's', likelihood: 'low', impact: 'high', mitigation: 'm' }],
    requires_review: false,
    flows,
    visual_regression: { baselines: 'shots/', threshold: 0.95 },
  }
  const text = JSON.stringify({
    plan_id: 'p',
    objective: 'o',
    tasks: [{ id: 'T1', title: 't', description: 'Do it.', agent: 'gem-browser-tester', ...own }],
  })
  const first = readPlan(text, 'plan.yaml', EXECUTORS)
  expect(first.plan?.tasks[0]?.description).toMatch(/^Do it\.\n\nFrom plan\.yaml:\n[^]*flow_id: f/)
  const again = readPlan(writePlan(sheetOf(first.plan ?? makePlan([]))), 'plan.yaml', EXECUTORS)
  expect(again.plan).toEqual(first.plan)
  const [task] = (again.written as GemPlan).tasks
  expect(task).toMatchObject({ ...own, description: 'Do it.' })
})
