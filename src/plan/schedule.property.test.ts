import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { schedulePolicies, scheduledTasks } from '../../test/arbitraries/scheduled-tasks.ts'
import { findScheduleBreaches } from '../../test/harness/find-schedule-breaches.ts'
import type { Moment } from '../../test/harness/play-schedule.ts'
import { playSchedule } from '../../test/harness/play-schedule.ts'
import { plainPolicy, scheduledTask } from '../../test/harness/scheduled-task.ts'
import type { ScheduleFact } from './schedule-fact.ts'
import type { SchedulePolicy } from './schedule-policy.ts'
import type { ScheduledTask } from './schedule-task.ts'

describe('for any plan, failures and order of ends', () => {
  it('P3: tasks that could write the same file never run at once, nothing starts before what it needs is proven, no cap is passed, and every run ends', () => {
    fc.assert(
      fc.property(scheduledTasks, schedulePolicies, fc.infiniteStream(fc.nat()), (tasks, policy, picks) => {
        const { moments } = playSchedule(tasks, policy, picks)
        expect(findScheduleBreaches(tasks, policy, moments)).toEqual([])
      }),
      { numRuns: 250 },
    )
  })

  it('P1: a resumed run decides as one that never stopped, wherever it stopped', () => {
    fc.assert(
      fc.property(scheduledTasks, schedulePolicies, fc.infiniteStream(fc.nat()), (tasks, policy, picks) => {
        expect(playSchedule(tasks, policy, picks).diverged).toEqual([])
      }),
      { numRuns: 200 },
    )
  })
})

describe('a planted breach is found:', () => {
  const policy = { ...plainPolicy, parallel: 3 }
  const task = scheduledTask
  const two = [task('A'), task('B')]
  const chain = [task('A'), task('B', { dependencies: ['A'] })]
  const started = (id: string): ScheduleFact => ({ kind: 'started', task: id })
  const at = (start: readonly string[], facts: readonly ScheduleFact[] = [], parts = {}): Moment => ({
    facts,
    now: 0,
    decision: { start, block: [], wait: new Map(), ...parts },
  })
  const parked: ScheduleFact = { kind: 'parked', agent: 'first', until: 9 }
  const setbacks: readonly ScheduleFact[] = [1, 2, 3, 4].map((each) => ({ kind: 'setback', name: `${each}` }))
  const wait = (reason: object): object => ({ wait: new Map([['B', reason]]) })

  it.each<[string, readonly ScheduledTask[], Partial<SchedulePolicy>, Moment]>([
    ['A and B ran at once', [task('A'), task('B', { writeSet: ['*.ts'] })], {}, at(['A', 'B'])],
    ['A and B ran at once', [task('A'), task('B', { conflicts: ['A'] })], {}, at(['B'], [started('A')])],
    [
      'A and B ran at once',
      [task('A'), task('B', { writeSet: [] })],
      { unknownWriteSet: 'exclusive' },
      at(['A', 'B']),
    ],
    ['B started before its dependencies were proven', chain, {}, at(['B'], [started('A')])],
    [
      'B started before its dependencies were proven',
      chain,
      {},
      at(['B'], [{ kind: 'ended', task: 'A', as: 'given-up' }]),
    ],
    ['B started before its wave', [task('A'), task('B', { wave: 2 })], { order: 'waves' }, at(['A', 'B'])],
    ['A started again', two, {}, at(['A'], [started('A')])],
    ['A started although first is parked', two, {}, at(['A'], [parked])],
    ['2 at work at once', two, { parallel: 1 }, at(['A', 'B'])],
    ['2 at work at once', two, {}, at(['A', 'B'], setbacks)],
    ['too many of role implementer', two, { roleLimits: { implementer: 1 } }, at(['A', 'B'])],
    ['too many of agent first', two, { agentLimits: { first: 1 } }, at(['A', 'B'])],
    ['started out of order', [task('A'), task('B', { minutes: 2 })], {}, at(['A', 'B'])],
    [
      'B was passed over',
      [task('A'), task('B', { minutes: 2 })],
      {},
      at(['A'], [], wait({ kind: 'cap', of: 'all' })),
    ],
    ['B blocked without cause', two, {}, at([], [], { block: ['B'] })],
    ['B waits without cause: cap', two, {}, at(['A'], [], wait({ kind: 'cap', of: 'all' }))],
    ['B waits without cause: cap', two, {}, at(['A'], [], wait({ kind: 'cap', of: 'role' }))],
    ['B waits without cause: lock', two, {}, at(['A'], [], wait({ kind: 'lock', holder: 'A' }))],
    ['B waits without cause: wave', two, {}, at(['A'], [], wait({ kind: 'wave' }))],
    [
      'B waits without cause: parked',
      two,
      {},
      at(['A'], [], wait({ kind: 'parked', agent: 'first', until: 9 })),
    ],
    ['B waits without cause: dependencies', two, {}, at(['A'], [], wait({ kind: 'dependencies', on: [] }))],
    ['B never ended', two, {}, at([], [{ kind: 'ended', task: 'A', as: 'done' }])],
  ])('%s', (breach, tasks, parts, moment) => {
    expect(findScheduleBreaches(tasks, { ...policy, ...parts }, [moment])).toContain(breach)
  })
})
