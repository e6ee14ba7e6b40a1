import { expect, it } from 'vitest'
import type { FailureEntry } from './failure-ledger.ts'
import { replansBefore, tallyAt } from './failure-ledger.ts'

function failure(
  name: string,
  parts: Partial<Extract<FailureEntry, { kind: 'failure' }>> = {},
): FailureEntry {
  return { kind: 'failure', name, task: 'A@r1', wave: '1@r1', class: 'fixable', signature: 's', ...parts }
}

it('P4: counts by task, wave and run what is of the class, and by signature what is the same', () => {
  const entries = [
    failure('a1'),
    failure('b1', { task: 'B@r1' }),
    failure('c1', { task: 'C@r1', wave: '2@r1' }),
    failure('a2', { class: 'transient', signature: 't' }),
    failure('a3'),
  ]
  expect(tallyAt(entries, 'a3').counts).toEqual({
    attempts: 3,
    same: 2,
    everywhere: 4,
    task: 2,
    wave: 3,
    run: 4,
  })
})

it('P1: counts nothing that came after, so that a resumed run counts alike', () => {
  const entries = [failure('a1'), failure('b1', { task: 'B@r1' }), failure('a2')]
  expect(tallyAt(entries, 'a1')).toEqual(tallyAt(entries.slice(0, 1), 'a1'))
})

it('P4: a task that a new plan changed is another task', () => {
  const entries = [failure('a1'), failure('a2', { task: 'A@r2', wave: '1@r2' })]
  expect(tallyAt(entries, 'a2').counts).toEqual({
    attempts: 1,
    same: 1,
    everywhere: 2,
    task: 1,
    wave: 1,
    run: 2,
  })
})

it('P4: what a person gave counts for the task, and for what had run out', () => {
  const grant = {
    kind: 'grant',
    name: 'g',
    task: 'A@r1',
    wave: '1@r1',
    level: 'wave',
    class: 'fixable',
  } as const
  const entries = [failure('a1'), grant, failure('a2'), failure('b1', { task: 'B@r1' })]
  expect(tallyAt(entries, 'a1').grants.wave).toBe(0)
  expect(tallyAt(entries, 'a2').grants).toEqual({
    attempts: 1,
    same: 1,
    everywhere: 1,
    task: 1,
    wave: 1,
    run: 0,
  })
  expect(tallyAt(entries, 'b1').grants).toEqual({
    attempts: 0,
    same: 0,
    everywhere: 0,
    task: 0,
    wave: 1,
    run: 0,
  })
})

it('P4: what is the same at every task counts for all, and what a person gave for it holds for all', () => {
  const grant = { kind: 'grant', name: 'g', task: 'B@r1', wave: '1@r1', class: 'fixable' } as const
  const entries: readonly FailureEntry[] = [
    failure('a1'),
    failure('b1', { task: 'B@r1' }),
    failure('b2', { task: 'B@r1', signature: 'other' }),
    { ...grant, level: 'everywhere' },
    { ...grant, name: 'h', level: 'same' },
    failure('c1', { task: 'C@r1', wave: '2@r1' }),
  ]
  const { counts, grants } = tallyAt(entries, 'c1')
  expect([counts.everywhere, counts.same, grants.everywhere, grants.same]).toEqual([3, 1, 1, 0])
})

it('C41, C43, C46: what is answered alike is counted together, and a task stays itself when its plan changes', () => {
  const entries = [
    failure('a1', { class: 'new_failure', signature: 'n' }),
    failure('a2', { class: 'timeout', signature: 't' }),
    failure('a3', { class: 'regression', signature: 'r', task: 'A@r2', wave: '1@r2' }),
    failure('b1', { task: 'B@r1' }),
    failure('a4', { task: 'A@r2', wave: '1@r2' }),
  ]
  expect(tallyAt(entries, 'a4', 0, 'alike').counts).toMatchObject({ attempts: 4, task: 3, wave: 2, run: 4 })
  expect(tallyAt(entries, 'a4').counts).toMatchObject({ attempts: 2, task: 1, wave: 1, run: 2 })
})

it('C41: how often a task had its plan made anew is counted whatever the plan, and only up to the failure', () => {
  const replan = { class: 'needs_replan' } as const
  const entries = [
    failure('a1', replan),
    failure('b1', { ...replan, task: 'B@r1' }),
    failure('a2', { ...replan, task: 'A@r2' }),
    failure('a3', { ...replan, task: 'A@r3' }),
  ]
  expect(replansBefore(entries, 'A', 'a2')).toBe(1)
  expect(replansBefore(entries, 'A', 'not yet there')).toBe(3)
})
