import { describe, expect, it } from 'vitest'
import { plainPolicy, scheduledTask as task } from '../../test/harness/scheduled-task.ts'
import type { Decision } from './schedule-decide.ts'
import { decide } from './schedule-decide.ts'
import type { ScheduleFact, TaskEnding } from './schedule-fact.ts'
import type { SchedulePolicy } from './schedule-policy.ts'
import type { ScheduledTask } from './schedule-task.ts'

function after(
  facts: readonly ScheduleFact[],
  tasks: readonly ScheduledTask[],
  parts: Partial<SchedulePolicy> = {},
  now = 0,
): Decision {
  return decide({ tasks, facts, policy: { ...plainPolicy, ...parts }, now })
}

function started(...ids: readonly string[]): readonly ScheduleFact[] {
  return ids.map((id) => ({ kind: 'started', task: id }))
}

function ended(id: string, as: TaskEnding = 'done'): ScheduleFact {
  return { kind: 'ended', task: id, as }
}

function setbacks(...names: readonly string[]): readonly ScheduleFact[] {
  return names.map((name) => ({ kind: 'setback', name }))
}

const eight = 'ABCDEFGH'.split('').map((id) => task(id))

describe('what starts', () => {
  it('P3: is not what meets a write-set that has grown', () => {
    const tasks = [task('A'), task('B')]
    const grown: ScheduleFact = { kind: 'extended', task: 'A', paths: ['B.ts'] }
    expect(after(started('A'), tasks).start).toEqual(['B'])
    expect(after([...started('A'), grown], tasks).wait).toEqual(
      new Map([['B', { kind: 'lock', holder: 'A' }]]),
    )
    expect(after([...started('A'), grown, ended('A')], tasks).start).toEqual(['B'])
  })

  it('is the longest remaining path first, then the order of the plan', () => {
    const tasks = [
      task('A'),
      task('B', { minutes: 5 }),
      task('C', { minutes: 3 }),
      task('D', { dependencies: ['C'], minutes: 4 }),
      task('E'),
    ]
    expect(after([], tasks).start).toEqual(['C', 'B', 'A', 'E'])
    expect(after([], tasks, { parallel: 1 }).start).toEqual(['C'])
  })

  it.each([
    ['ready', ['C', 'D']],
    ['waves', []],
  ] as const)('in the order %s does or does not wait for the wave before', (order, start) => {
    const tasks = [
      task('A'),
      task('B'),
      task('C', { dependencies: ['A'] }),
      task('D', { dependencies: ['A'] }),
      task('E', { dependencies: ['B'] }),
    ]
    const decision = after([...started('A', 'B'), ended('A')], tasks, { order })
    expect(decision.start).toEqual(start)
    expect(decision.wait.get('E')).toEqual({ kind: 'dependencies', on: ['B'] })
    if (order === 'waves') expect(decision.wait.get('C')).toEqual({ kind: 'wave' })
    expect(after([...started('A', 'B'), ended('A'), ended('B')], tasks, { order }).start).toEqual([
      'C',
      'D',
      'E',
    ])
  })

  it('follows a dependency within its wave, and the waves that tasks name', () => {
    const tasks = [
      task('A', { wave: 2 }),
      task('B', { wave: 2, dependencies: ['A'] }),
      task('C', { wave: 1 }),
    ]
    const waves = { order: 'waves' } as const
    expect(after([], tasks, waves).start).toEqual(['C'])
    expect(after([...started('C'), ended('C')], tasks, waves).start).toEqual(['A'])
    expect(after([...started('C', 'A'), ended('C'), ended('A')], tasks, waves).start).toEqual(['B'])
  })

  it.each([
    ['free', ['A', 'B', 'C']],
    ['exclusive', ['A']],
  ] as const)('leaves a task without a write-set %s', (unknownWriteSet, start) => {
    const tasks = [task('A'), task('B', { writeSet: [] }), task('C', { writeSet: [] })]
    expect(after([], tasks, { unknownWriteSet }).start).toEqual(start)
    const alone = [...started('A'), ended('A')]
    expect(after(alone, tasks, { unknownWriteSet }).start).toContain('B')
    const decision = after([...alone, ...started('B')], tasks, { unknownWriteSet })
    if (unknownWriteSet === 'exclusive') expect(decision.wait.get('C')).toEqual({ kind: 'lock', holder: 'B' })
  })

  it('waits for a parked agent, and for no other, until it is back', () => {
    const tasks = [task('A'), task('B', { agent: 'second' })]
    const facts: readonly ScheduleFact[] = [{ kind: 'parked', agent: 'first', until: 9 }]
    const decision = after(facts, tasks)
    expect(decision).toMatchObject({ start: ['B'], wakeAt: 9 })
    expect(decision.wait.get('A')).toEqual({ kind: 'parked', agent: 'first', until: 9 })
    expect(after(facts, tasks, {}, 9).start).toEqual(['A', 'B'])
    expect(after(facts, tasks, {}, 9)).not.toHaveProperty('wakeAt')
    expect(after([...facts, ended('A'), ended('B')], tasks)).not.toHaveProperty('wakeAt')
  })

  it('never is what waits for a task that was not done, for itself, or for one that is not there', () => {
    const chain = [task('A'), task('B', { dependencies: ['A'] }), task('C', { dependencies: ['B'] })]
    expect(after([...started('A'), ended('A', 'given-up')], chain)).toMatchObject({
      start: [],
      block: ['B', 'C'],
    })
    const stuck = [
      task('A', { dependencies: ['B'] }),
      task('B', { dependencies: ['A'] }),
      task('C', { dependencies: ['X'] }),
      task('D'),
    ]
    expect(after([], stuck, { order: 'waves' })).toMatchObject({ start: ['D'], block: ['A', 'B', 'C'] })
  })
})

describe('P4: two transient failures', () => {
  it.each([
    ['halve what may be at work', setbacks('1', '2'), 2],
    ['rounded up', [...setbacks('1', '2'), ...setbacks('3', '4')], 1],
    ['never to nothing', [...setbacks('1', '2'), ...setbacks('3', '4'), ...setbacks('5', '6')], 1],
    ['are not one that is told twice', setbacks('1', '1'), 4],
    ['are not two with a task done between them', [...setbacks('1'), ended('H'), ...setbacks('2')], 4],
    ['are forgiven by one with every task that is done', [...setbacks('1', '2'), ended('H')], 3],
    ['and by no more than there was', [...setbacks('1', '2'), ended('H'), ended('G'), ended('F')], 4],
    ['are not forgiven by a task that is given up', [...setbacks('1', '2'), ended('H', 'given-up')], 2],
  ])('%s', (_name, facts, width) => {
    expect(after(facts, eight).start).toHaveLength(width)
  })

  it('count together within a wave, whatever is done between them, and not over two waves', () => {
    const waves = { order: 'waves' } as const
    const later = eight.map((each, index) => ({ ...each, wave: index < 2 ? 1 : 2 }))
    const first = [...setbacks('1'), ended('A'), ...setbacks('2')]
    expect(after([...first, ended('B')], later, waves).start).toHaveLength(3)
    const apart = [...setbacks('1'), ended('A'), ended('B'), ...setbacks('2')]
    expect(after(apart, later, waves).start).toHaveLength(4)
  })

  it('stop nothing that is at work', () => {
    const decision = after([...started('A', 'B', 'C', 'D'), ...setbacks('1', '2'), ended('A')], eight)
    expect(decision.start).toEqual([])
    expect(decision.wait.get('E')).toEqual({ kind: 'cap', of: 'all' })
  })
})

it('caps an agent whatever model it runs', () => {
  const tasks = [task('A', { agent: 'first (m)' }), task('B', { agent: 'first' })]
  const decision = after([], tasks, { agentLimits: { first: 1 } })
  expect(decision.start).toEqual(['A'])
  expect(decision.wait.get('B')).toEqual({ kind: 'cap', of: 'agent' })
})

it('caps each role and each agent program, and passes over what is full', () => {
  const tasks = [
    task('A', { role: 'tester' }),
    task('B', { role: 'tester' }),
    task('C', { agent: 'second' }),
    task('D', { agent: 'second' }),
    task('E'),
  ]
  const decision = after([], tasks, { roleLimits: { tester: 1 }, agentLimits: { second: 1 } })
  expect(decision.start).toEqual(['A', 'C', 'E'])
  expect(Object.fromEntries(decision.wait)).toEqual({
    B: { kind: 'cap', of: 'role' },
    D: { kind: 'cap', of: 'agent' },
  })
})

it('counts a fact that is told twice once', () => {
  const tasks = [task('A'), task('B', { dependencies: ['A'] })]
  const twice = [...started('A', 'A'), ended('A'), ended('A', 'given-up'), ...started('A')]
  expect(after(twice, tasks)).toEqual({ start: ['B'], block: [], wait: new Map() })
})
