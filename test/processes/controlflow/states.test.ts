import { describe, expect, it, test } from 'vitest'
import type { State } from '../../../src/records/controlflow/states.ts'
import { NEXT, isLegal, refuseUnlessLegal, transition } from '../../../src/records/controlflow/states.ts'

const STATES = Object.keys(NEXT) as readonly State[]
const pairs = STATES.flatMap((from) => STATES.map((to) => [from, to] as const))
const legal = pairs.filter(([from, to]) => isLegal(from, to))
const illegal = pairs.filter(([from, to]) => !isLegal(from, to))

describe('the machine', () => {
  it('C5: has six states, and each step that it has is taken', () => {
    expect(STATES).toHaveLength(6)
    expect(legal).toHaveLength(14)
    for (const [from, to] of legal) expect(refuseUnlessLegal(from, to)).toEqual({ from, to })
  })

  it.each(illegal)('C5, C9 impossible: it does not go from %s to %s', (from, to) => {
    expect(() => refuseUnlessLegal(from, to)).toThrow(`does not go from ${from} to ${to}`)
  })

  it('C2, C5 impossible: nobody can write down a step that skips a gate', () => {
    expect(transition('PLANNING', 'WAITING_APPROVAL')).toEqual({ from: 'PLANNING', to: 'WAITING_APPROVAL' })
    // @ts-expect-error a plan is approved before anything is built
    expect(() => transition('PLANNING', 'ACTING')).toThrow('skipping a gate')
    // @ts-expect-error what was reviewed is seen before it is complete
    expect(() => transition('REVIEWING', 'COMPLETE')).toThrow('skipping a gate')
    // @ts-expect-error what is complete is complete
    expect(() => transition('COMPLETE', 'ACTING')).toThrow('skipping a gate')
  })
})

test('C5: only what was approved or reviewed is built, and only what somebody has seen is complete', () => {
  const before = (to: State): readonly State[] => legal.filter((pair) => pair[1] === to).map(([from]) => from)
  expect(before('ACTING')).toEqual(['WAITING_APPROVAL', 'PLAN_REVIEW', 'REVIEWING'])
  expect(before('PLAN_REVIEW')).toEqual(['WAITING_APPROVAL'])
  expect(before('COMPLETE')).toEqual(['WAITING_APPROVAL'])
})
