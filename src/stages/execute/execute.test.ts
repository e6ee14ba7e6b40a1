import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findFloorBreaches } from '../../../test/harness/find-floor-breaches.ts'
import type { FloorOptions, FloorTask } from '../../../test/harness/play-execute.ts'
import { playExecute } from '../../../test/harness/play-execute.ts'
import { completed, on } from '../../../test/harness/play-standard.ts'
import type { Act, Scene } from '../../adapters/agents/scripted/script.ts'
import type { RunEvent } from '../../kernel/event.ts'
import type { TaskResult } from './see-through.ts'

/** Long beside the pause after a failed try, short beside the patience with a silent agent. */
const BEAT = 10_000

/** What the implementer does first in a task, before it is done. */
function first(task: string, ...acts: readonly Act[]): Scene {
  return on({ role: 'implementer', step: `execute/${task}@r1/**` }, ...acts, completed)
}

/** What happens to the first try at a task. */
function mishap(task: string, act: Act): Scene {
  return on({ role: 'implementer', step: `execute/${task}@r1/attempt-1/implement/try-1/turn` }, act)
}

function wait(task: string, beats: number): Scene {
  return first(task, { act: 'wait', ms: beats * BEAT })
}

/** When each task began, in beats from the start, in the order of beginning. */
function begun(events: readonly RunEvent[]): Readonly<Record<string, number>> {
  const start = events[0]?.at ?? 0
  return Object.fromEntries(
    events.flatMap((event) => {
      const name = event.type === 'fact-recorded' ? event.name : ''
      const [, task] = /^execute\/(\w+)@r1\/attempt-1\/task-working$/.exec(name) ?? []
      return task === undefined ? [] : [[task, Math.floor((event.at - start) / BEAT)]]
    }),
  )
}

function isDone(event: RunEvent, task: string): boolean {
  return event.type === 'fact-recorded' && event.name === `execute/${task}@r1/attempt-1/task-done`
}

describe('the execute stage', () => {
  it('P3: keeps tasks apart that may write the same file, and no others', async () => {
    const tasks = [
      { id: 'A', writeSet: ['src/**'] },
      { id: 'B', writeSet: ['src/b.ts'] },
      { id: 'C', writeSet: ['docs/c.md'] },
      { id: 'D' },
    ]
    const scenes = [wait('A', 5), wait('B', 5), wait('C', 5), wait('D', 5)]
    const { events } = await playExecute({ tasks, scenes })
    expect(begun(events)).toEqual({ A: 0, C: 0, D: 0, B: 5 })
  })

  it('starts with the longest path, and gives a place that is free to the next', async () => {
    const tasks = [
      { id: 'A', estimates: { minutes: 10 } },
      { id: 'B', estimates: { minutes: 50 } },
      { id: 'C', estimates: { minutes: 30 } },
      { id: 'D', estimates: { minutes: 30 }, dependencies: ['C'] },
    ]
    const scenes = [wait('C', 2), wait('B', 3)]
    const { events } = await playExecute({ tasks, scenes, policy: { parallel: 2 } })
    expect(Object.entries(begun(events))).toEqual([
      ['C', 0],
      ['B', 0],
      ['D', 2],
      ['A', 2],
    ])
  })

  it.each([
    ['ready', 1],
    ['waves', 5],
  ] as const)('in the order %s lets a task begin at beat %d', async (order, beat) => {
    const tasks = [{ id: 'A' }, { id: 'B' }, { id: 'C', dependencies: ['A'] }]
    const { events } = await playExecute({ tasks, scenes: [wait('A', 1), wait('B', 5)], policy: { order } })
    expect(begun(events)).toEqual({ A: 0, B: 0, C: beat })
  })

  it('P5: starts nothing for an agent whose rate limit has a known end, and goes on then', async () => {
    const tasks = [{ id: 'A' }, { id: 'B' }, { id: 'C' }]
    const scenes = [mishap('A', { act: 'rate-limit', retryAfterSeconds: 3600 }), wait('B', 1)]
    const options = { tasks, scenes, policy: { parallel: 2 } }
    const { events } = await playExecute(options)
    expect(begun(events)).toEqual({ A: 0, B: 0, C: 360 })
    const past = events.slice(0, 1 + events.findIndex((event) => isDone(event, 'B')))
    const resumed = await playExecute({ ...options, past })
    expect(begun(resumed.events)).toEqual({ A: 0, B: 0, C: 360 })
  })

  it('P4: two transient failures halve what is at work, and tasks that are done give it back', async () => {
    const tasks = 'ABCDEFGH'.split('').map((id) => ({ id }))
    const crash: Act = { act: 'crash', code: 1 }
    const scenes = [
      mishap('A', crash),
      mishap('B', crash),
      wait('A', 9),
      wait('B', 9),
      wait('C', 1),
      wait('D', 2),
      wait('E', 4),
      wait('F', 4),
    ]
    const begins = { A: 0, B: 0, C: 0, D: 0, E: 2, F: 2, G: 6, H: 6 }
    const { events } = await playExecute({ tasks, scenes })
    expect(begun(events)).toEqual(begins)
    const past = events.slice(0, 1 + events.findIndex((event) => isDone(event, 'D')))
    expect(begun((await playExecute({ tasks, scenes, past })).events)).toEqual(begins)
  })

  it('does little work one task after the other, and says so', async () => {
    const tasks = [
      { id: 'A', estimates: { minutes: 5 } },
      { id: 'B', estimates: { minutes: 5 } },
    ]
    const { events } = await playExecute({ tasks, scenes: [wait('A', 3)] })
    expect(begun(events)).toEqual({ A: 0, B: 3 })
    const notices = events.flatMap((event) =>
      event.type === 'fact-recorded' && event.kind === 'notice' ? [event] : [],
    )
    expect(notices).toMatchObject([
      { name: 'execute/one-at-a-time', value: { text: expect.stringContaining('10 minutes') } },
    ])
  })

  it('starts nothing more when the run is to end, and lets what is at work come to its end', async () => {
    const tasks = [{ id: 'A' }, { id: 'B' }, { id: 'C' }]
    const options = {
      tasks,
      unproven: ['A'],
      answer: () => ({ option: 'stop' }),
      scenes: [wait('B', 1)],
      policy: { parallel: 2 },
    } as const
    const { outcome, events } = await playExecute(options)
    expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'rejected' } })
    expect(begun(events)).toEqual({ A: 0, B: 0 })
    expect(events.some((event) => isDone(event, 'B'))).toBe(true)
  })
})

/** Cuts a journal after so many events, as a crash would, and plays on. */
async function resumeAfter(options: FloorOptions, events: readonly RunEvent[], count: number) {
  return playExecute({ ...options, past: events.slice(0, count) })
}

function states(outcome: Awaited<ReturnType<typeof playExecute>>['outcome']): readonly string[] {
  if (outcome.status !== 'completed') return [JSON.stringify(outcome)]
  return (outcome.result as TaskResult[]).map(({ id, state }) => `${id} ${state}`)
}

describe('P1: a run that is resumed', () => {
  it('comes to the same end although, in the replay, tasks end sooner than they did', async () => {
    const tasks = [
      { id: 'A', writeSet: ['a', 'c', 'e'], estimates: { minutes: 90 } },
      { id: 'B', estimates: { minutes: 80 } },
      { id: 'C', writeSet: ['c'], estimates: { minutes: 70 } },
      { id: 'E', writeSet: ['e'], estimates: { minutes: 60 } },
      { id: 'X', estimates: { minutes: 50 } },
    ]
    const options = {
      tasks,
      unproven: ['A'],
      scenes: [wait('A', 9), wait('B', 1), wait('X', 1)],
      policy: { parallel: 2 },
    }
    const { events, outcome } = await playExecute(options)
    expect(Object.keys(begun(events))).toEqual(['A', 'B', 'X', 'C', 'E'])
    const cuts = events.flatMap(({ seq, type }) => (type === 'fact-recorded' ? [seq] : []))
    expect(cuts.length).toBeGreaterThan(30)
    for (const count of cuts) {
      const resumed = await resumeAfter(options, events, count)
      expect([count, ...states(resumed.outcome)]).toEqual([count, ...states(outcome)])
      expect(findFloorBreaches(tasks, 2, resumed.events)).toEqual([])
    }
  })

  it('at any event of any plan has every task come to the same end, in order and apart', async () => {
    const task = fc.record({
      needs: fc.array(fc.nat({ max: 8 }), { maxLength: 2 }),
      file: fc.nat({ max: 6 }),
      minutes: fc.nat({ max: 9 }),
      luck: fc.constantFrom<Act | 'unproven' | null>(
        null,
        null,
        null,
        'unproven',
        { act: 'crash', code: 1 },
        { act: 'rate-limit', retryAfterSeconds: 300 },
      ),
    })
    const drawn = fc.array(task, { minLength: 2, maxLength: 8 })
    const policy = fc.record({
      parallel: fc.integer({ min: 1, max: 4 }),
      order: fc.constantFrom('ready' as const, 'waves' as const),
    })
    await fc.assert(
      fc.asyncProperty(drawn, policy, fc.nat(), fc.nat(), async (draws, parts, cut, again) => {
        const tasks = draws.map(({ needs, file, minutes }, index): FloorTask => ({
          id: `T${index}`,
          dependencies: index === 0 ? [] : [...new Set(needs.map((each) => `T${each % index}`))],
          writeSet: [`file-${file}`],
          estimates: { minutes: 20 + minutes },
        }))
        const scenes = draws.flatMap(({ luck, minutes }, index) => [
          ...(luck === null || luck === 'unproven' ? [] : [mishap(`T${index}`, luck)]),
          wait(`T${index}`, minutes),
        ])
        const unproven = draws.flatMap(({ luck }, index) => (luck === 'unproven' ? [`T${index}`] : []))
        const options = { tasks, scenes, unproven, policy: parts }
        const whole = await playExecute(options)
        expect(findFloorBreaches(tasks, parts.parallel, whole.events)).toEqual([])
        const once = await resumeAfter(options, whole.events, 1 + (cut % (whole.events.length - 1)))
        const twice = await resumeAfter(options, once.events, 1 + (again % (once.events.length - 1)))
        for (const { outcome, events } of [once, twice]) {
          expect(states(outcome)).toEqual(states(whole.outcome))
          expect(findFloorBreaches(tasks, parts.parallel, events)).toEqual([])
        }
      }),
      { numRuns: 40 },
    )
  })
})

describe('a planted breach is found:', () => {
  const tasks = [{ id: 'A' }, { id: 'B' }]

  it.each<[string, readonly FloorTask[], number]>([
    ['2 at work at once', tasks, 1],
    ['B began while A was at work', tasks.map((task) => ({ ...task, writeSet: ['same'] })), 2],
    ['B began before A was done', [{ id: 'A' }, { id: 'B', dependencies: ['A'] }], 2],
    ['B was built without A', [{ id: 'A' }, { id: 'B', dependencies: ['A'] }], 2],
    ['C never ended', [...tasks, { id: 'C' }], 2],
  ])('%s', async (breach, claimed, parallel) => {
    const { events } = await playExecute({ tasks })
    expect(findFloorBreaches(tasks, 2, events)).toEqual([])
    expect(findFloorBreaches(claimed, parallel, events)).toContain(breach)
  })

  it('what was finished is done again', async () => {
    const { events } = await playExecute({ tasks })
    expect(findFloorBreaches(tasks, 2, [...events, ...events])).toEqual(
      expect.arrayContaining(['A was begun again', 'execute/A@r1/attempt-1/audit-1 was done again']),
    )
  })
})
