import { expect, it } from 'vitest'
import { makePlan } from '../../test/fixtures/make-plan.ts'
import { formatPlan } from './format-plan.ts'
import { parsePlan } from './parse-plan.ts'
import { planStatuses } from './plan-statuses.ts'

const plan = makePlan([{ id: 'A' }, { id: 'B' }, { id: 'C' }])

it('A8: says how far each task of a written plan is, and is no part of the plan', () => {
  const text = formatPlan(
    plan,
    new Map([
      ['A', 'completed'],
      ['B', 'blocked'],
    ]),
  )
  expect([...planStatuses(text, 'plan.yaml')]).toEqual([
    ['A', 'completed'],
    ['B', 'blocked'],
    ['C', 'pending'],
  ])
  expect(parsePlan(text, 'plan.yaml')).toEqual({ plan, findings: [] })
})

it('takes whatever else stands there for work that is still to be done', () => {
  const text = 'objective: o\ntasks:\n  - {id: A, title: t, status: 7}\n  - {title: t}\n  - text\n'
  expect([...planStatuses(text, 'plan.yaml')]).toEqual([['A', 'pending']])
  expect([...planStatuses('tasks: 3', 'plan.yaml')]).toEqual([])
})
