import { expect, it } from 'vitest'
import { makePlan } from '../../test/fixtures/make-plan.ts'
import type { EventBody, RunEvent } from '../kernel/event.ts'
import type { Json } from '../kernel/json.ts'
import { planOfRun } from './plan-of-run.ts'

const started: EventBody = {
  type: 'run-started',
  run: 'r1',
  playbook: { name: 'standard', version: 1 },
  input: { value: { objective: 'make it so' } },
  limits: {},
  tutti: '0',
}

function told(...plans: readonly Json[]): readonly RunEvent[] {
  const made = plans.map((value, index): EventBody => ({
    type: 'fact-recorded',
    name: `p${index}`,
    kind: 'plan',
    version: 1,
    value,
  }))
  return [started, ...made].map((body, index) => ({ v: 1, seq: index + 1, at: 0, ...body }))
}

it('is null before there is a plan', () => {
  expect(planOfRun(told())).toBeNull()
})

it('P8: is the newest plan, whole', () => {
  const plan = makePlan([{ id: 'A', wave: 2, writeSet: ['src'] }], {
    contracts: [{ from: 'A', to: 'B', interface: 'x', format: 'y' }],
    lineage: [{ revision: 2, reason: 'r', changed: ['A'] }],
  })
  expect(planOfRun(told({ revision: 1, ...makePlan([]) }, { revision: 2, ...plan }))).toEqual(plan)
})

it('P8: reads a journal that says only what the first version said of a plan', () => {
  const tasks = [{ id: 'T1', title: 't', dependencies: [] }]
  expect(planOfRun(told({ revision: 1, tasks }))).toEqual(
    makePlan([{ id: 'T1', title: 't' }], { objective: 'make it so' }),
  )
})
