import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../kernel/event.ts'
import type { Pairs, QueueOptions, QueuePlay } from '../../../test/harness/play-queue.ts'
import { isPair, playQueue } from '../../../test/harness/play-queue.ts'

const together = (...ids: readonly string[]): QueueOptions['tasks'] => ids.map((id) => ({ id, beats: 1 }))

/** What the queue told them, without those that landed at once. */
function sentBack({ told }: QueuePlay): readonly string[] {
  return told.flatMap(({ task, kind, with: others }) =>
    kind === 'integrated' ? [] : [`${task} ${kind}${others.length > 0 ? ` with ${others.join()}` : ''}`],
  )
}

function gateRuns({ events }: QueuePlay): number {
  return events.filter((event) => event.type === 'step-started' && event.kind === 'gate').length
}

describe('the merge queue', () => {
  it('takes what waits as one round, proves it once and lands it as one commit', async () => {
    const played = await playQueue({ tasks: [{ id: 'A', beats: 0 }, ...together('B', 'C', 'D')] })
    expect(played.rounds).toEqual([['A/attempt-1'], ['B/attempt-1', 'C/attempt-1', 'D/attempt-1']])
    expect(gateRuns(played)).toBe(2)
    expect(played.line.history(played.head)).toHaveLength(2)
    expect(new Set(played.told.map(({ commit }) => commit)).size).toBe(2)
    expect(played.line.pieces(played.head)).toEqual(['A.1', 'B.1', 'C.1', 'D.1'])
  })

  it('takes no more than the policy lets it', async () => {
    const played = await playQueue({ tasks: together('A', 'B', 'C', 'D', 'E'), batch: 2 })
    expect(played.rounds.map(({ length }) => length)).toEqual([1, 2, 2])
  })

  it('P3: lands the rest and tells the culprit that it fails alone', async () => {
    const tasks = [{ id: 'A', beats: 0 }, ...together('B', 'C', 'E', 'F')]
    const played = await playQueue({ tasks: [...tasks, { id: 'D', beats: 1, flaw: 'bad' }] })
    expect(sentBack(played)).toEqual(['D not-proven'])
    expect(played.line.fails(played.head)).toBe(false)
    expect(played.line.pieces(played.head)).toEqual(expect.arrayContaining(['D.1', 'D.mended']))
  })

  it('P3: finds two culprits in one batch', async () => {
    const tasks = [{ id: 'A', beats: 0 }, ...together('B', 'C')]
    const bad = ['D', 'E'].map((id) => ({ id, beats: 1, flaw: 'bad' as const }))
    expect(sentBack(await playQueue({ tasks: [...tasks, ...bad] }))).toEqual(['D not-proven', 'E not-proven'])
  })

  it.each([
    ['in one batch', [{ id: 'A', beats: 0 }, ...together('B', 'C', 'D', 'E')]],
    ['of which one has landed', [{ id: 'B', beats: 0 }, { id: 'C', beats: 0 }, ...together('D', 'E', 'A')]],
    [
      'of which one has landed among others',
      [
        { id: 'A', beats: 0 },
        { id: 'C', beats: 1 },
        { id: 'B', beats: 1 },
        { id: 'D', beats: 1 },
        { id: 'E', beats: 5 },
      ],
    ],
  ])('P3: names a failing pair as a pair: %s', async (_, tasks) => {
    const played = await playQueue({ tasks, pairs: [['B', 'E']] })
    expect(sentBack(played)).toEqual(['E not-proven with B'])
    expect(played.line.fails(played.head)).toBe(false)
  })

  it('puts off who conflicts with another of its round, and tells it of the conflict when that has landed', async () => {
    const tasks = [{ id: 'A', beats: 0 }, ...together('B', 'C', 'D')]
    const played = await playQueue({ tasks, conflicts: [['B', 'C']] })
    expect(played.rounds[2]).toEqual(['C/attempt-1'])
    expect(sentBack(played)).toEqual(['C conflict with B'])
    expect(played.line.pieces(played.head)).toEqual(['A.1', 'B.1', 'D.1', 'C.2'])
  })

  it('lets nobody wait for a task that gave up', async () => {
    const tasks = [...together('A', 'B', 'C'), { id: 'D', beats: 1, flaw: 'gives-up' as const }]
    const played = await playQueue({ tasks })
    expect(played.outcome.status).toBe('completed')
    expect(sentBack(played)).toEqual(['D not-proven', 'D gave-up'])
  })

  it('P1: ends with everybody in it when the run is cancelled, and again when it is resumed', async () => {
    const tasks = together('A', 'B', 'C')
    const played = await playQueue({
      tasks,
      onLive: (live, event) => {
        if (event.type === 'step-started' && event.kind === 'gate') void live.cancel('test')
      },
    })
    expect(played.outcome).toEqual({ status: 'cancelled' })
    for (let count = 1; count < played.events.length; count += 1) {
      const past = played.events.slice(0, count)
      const resumed = await playQueue({ tasks, past, line: played.line })
      const wasCancelled = past.some(({ type }) => type === 'run-cancel-requested')
      expect([count, resumed.outcome.status]).toEqual([count, wasCancelled ? 'cancelled' : 'completed'])
    }
  })

  it.each([
    ['its task asks for something else', together('A', 'B'), 'stopped', 'replay-diverged'],
    [
      'its task has ended',
      [{ id: 'A', beats: 0, flaw: 'gone' }, ...together('B')],
      'stopped',
      'replay-diverged',
    ],
    ['its task has thrown', [{ id: 'A', beats: 1, flaw: 'throws' }, ...together('B')], 'failed', 'rejected'],
  ] as const)(
    'P1: nobody waits for a recorded member that never comes: %s',
    async (_, tasks, status, code) => {
      const { events, line } = await playQueue({ tasks: together('A', 'B') })
      const isMembers = ({ type, ...event }: RunEvent): boolean =>
        type === 'fact-recorded' && 'name' in event && String(event.name).endsWith('/members')
      const past = events
        .slice(0, 1 + events.findIndex(isMembers))
        .map((event) => (isMembers(event) ? { ...event, value: [{ task: 'A', key: 'A/attempt-7' }] } : event))
      const { outcome } = await playQueue({ tasks, past, line })
      expect(outcome).toMatchObject({ status, failure: { code } })
    },
  )
})

interface Draw {
  readonly options: QueueOptions
  readonly cut: number
  readonly again: number
}

const draws: fc.Arbitrary<Draw> = fc
  .record({
    tasks: fc.array(
      fc.record({
        beats: fc.nat({ max: 6 }),
        flaw: fc.option(fc.constant('bad' as const), { freq: 3, nil: undefined }),
      }),
      { minLength: 2, maxLength: 8 },
    ),
    pairs: fc.array(fc.tuple(fc.nat({ max: 7 }), fc.nat({ max: 7 })), { maxLength: 2 }),
    conflicts: fc.array(fc.tuple(fc.nat({ max: 7 }), fc.nat({ max: 7 })), { maxLength: 2 }),
    batch: fc.integer({ min: 1, max: 8 }),
    gateBeats: fc.integer({ min: 1, max: 5 }),
    cut: fc.nat(),
    again: fc.nat(),
  })
  .map(({ tasks, pairs, conflicts, cut, again, ...policy }) => {
    const name = (index: number): string => `T${index % tasks.length}`
    const named = (list: readonly (readonly [number, number])[]): Pairs =>
      list.flatMap(([a, b]) => (name(a) === name(b) ? [] : [[name(a), name(b)]]))
    const queued = tasks.map(({ beats, flaw }, index) => ({
      id: name(index),
      beats,
      ...(flaw === undefined ? {} : { flaw }),
    }))
    return {
      options: { ...policy, tasks: queued, pairs: named(pairs), conflicts: named(conflicts) },
      cut,
      again,
    }
  })

/** Everything that must be true of a queue that has been played to its end, by nobody's word but the model's. */
function findBreaches(
  { tasks, pairs = [] }: QueueOptions,
  { outcome, told, head, line }: QueuePlay,
): string[] {
  const breaches = outcome.status === 'completed' ? [] : [JSON.stringify(outcome)]
  for (const commit of line.history(head)) if (line.fails(commit)) breaches.push(`${commit} is on the line`)
  const held = new Set(line.pieces(head).map((piece) => piece.split('.')[0]))
  for (const { id } of tasks) if (!held.has(id)) breaches.push(`${id} has not landed`)
  for (const { task, kind, with: others } of told) {
    if (kind !== 'not-proven') continue
    const isBad = tasks.some(({ id, flaw }) => id === task && flaw === 'bad')
    const [other] = others
    const isRight = isBad ? others.length === 0 : other !== undefined && isPair(pairs, task, other)
    if (!isRight || others.length > 1) breaches.push(`${task} was blamed with ${others.join() || 'nobody'}`)
  }
  return breaches
}

describe('P1: a queue of any tasks, cut anywhere and resumed', () => {
  it('plays the recorded rounds again, lands everybody, and names every culprit and pair', async () => {
    await fc.assert(
      fc.asyncProperty(draws, async ({ options, cut, again }) => {
        const whole = await playQueue(options)
        expect(findBreaches(options, whole)).toEqual([])
        const { line } = whole
        let last = whole
        for (const drawn of [cut, again]) {
          const past = last.events.slice(0, 1 + (drawn % (last.events.length - 1)))
          last = await playQueue({ ...options, past, line })
          expect(findBreaches(options, last)).toEqual([])
          const replayed = await playQueue({ ...options, past: last.events.slice(0, -1), line })
          expect(replayed.told).toEqual(expect.arrayContaining([...last.told]))
          expect([replayed.head, replayed.rounds, gateRuns(replayed)]).toEqual([
            last.head,
            last.rounds,
            gateRuns(last),
          ])
        }
      }),
      { numRuns: 150 },
    )
  })
})
