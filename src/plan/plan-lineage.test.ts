import { expect, it } from 'vitest'
import { makePlan } from '../../test/fixtures/make-plan.ts'
import { lineageAfter } from './plan-lineage.ts'

it('names the tasks that were changed, added and taken away, after what was known before', () => {
  const lineage = [{ revision: 2, reason: 'smaller', changed: ['A'] }]
  const before = makePlan([{ id: 'A' }, { id: 'B' }, { id: 'C' }], { lineage })
  const { tasks } = makePlan([{ id: 'D' }, { id: 'A' }, { id: 'B', title: 'Other' }])
  expect(lineageAfter(before, { revision: 3, reason: 'no C', tasks })).toEqual([
    ...lineage,
    { revision: 3, reason: 'no C', changed: ['D', 'B', 'C'] },
  ])
})
