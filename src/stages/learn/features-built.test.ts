import { expect, it } from 'vitest'
import { makePlan } from '../../../test/fixtures/make-plan.ts'
import type { Prd } from '../../plan/prd.ts'
import { prdSchema } from '../../plan/prd.ts'
import { featuresBuilt } from './features-built.ts'
import type { TaskResult } from '../execute/see-through.ts'

type Status = Prd['features'][number]['status']

function prd(features: Readonly<Record<string, Status>>): Prd {
  const list = Object.entries(features).map(([name, status]) => ({ name, status }))
  return prdSchema.parse({ prd_id: 'p', version: '1.0.0', features: list })
}

function results(states: Readonly<Record<string, TaskResult['state']>>): readonly TaskResult[] {
  return Object.entries(states).map(([id, state]) => ({
    id,
    title: id,
    state,
    attempts: 1,
    commit: null,
    problem: null,
  }))
}

const plan = makePlan([
  { id: 'T1', title: 'Exporting of invoices' },
  { id: 'T2', title: 'Invoices can be exported', description: 'the export of an invoice as CSV' },
  { id: 'T3', title: 'A dark theme' },
])

it.each<
  [string, Readonly<Record<string, Status>>, Readonly<Record<string, TaskResult['state']>>, Status | null]
>([
  ['all tasks that speak of it are done', { 'Dark theme': 'planned' }, { T3: 'done' }, 'complete'],
  [
    'the one that speaks of it is not done',
    { 'Dark theme': 'planned' },
    { T1: 'done', T3: 'given-up' },
    null,
  ],
  ['it was complete before', { 'Dark theme': 'complete' }, { T3: 'done' }, null],
  [
    'this run wrote it down and all is done',
    { Search: 'planned' },
    { T1: 'done', T2: 'done', T3: 'done' },
    'complete',
  ],
  [
    'this run wrote it down and some is done',
    { Search: 'planned' },
    { T1: 'done', T2: 'blocked' },
    'in_progress',
  ],
])('a feature when %s', (_title, features, states, expected) => {
  const built = featuresBuilt(prd(features), null, plan, results(states))
  expect(built.map(({ status }) => status)).toEqual(expected === null ? [] : [expected])
})

it('an old feature that nobody speaks of stays as it is', () => {
  const old = prd({ Search: 'planned' })
  expect(featuresBuilt(old, old, plan, results({ T1: 'done', T2: 'done', T3: 'done' }))).toEqual([])
})
