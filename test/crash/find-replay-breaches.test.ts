import { expect, test } from 'vitest'
import type { TurnLogEntry } from '../../src/adapters/agents/scripted/turn-log.ts'
import type { EventBody, RunEvent } from '../../src/kernel/event.ts'
import type { BreachKind } from './find-replay-breaches.ts'
import { countRepeatedCalls, findReplayBreaches } from './find-replay-breaches.ts'

const started = (step: string, attempt = 1): EventBody => ({
  type: 'step-started',
  step,
  kind: 'turn',
  version: 1,
  digest: '',
  attempt,
})
const doubted = (step: string): EventBody => ({ type: 'step-in-doubt', step, attempt: 1 })
const replied = (step: string): EventBody => ({
  type: 'step-noted',
  step,
  attempt: 1,
  note: { reply: { value: 'done' } },
})
const completed = (step: string): EventBody => ({
  type: 'step-completed',
  step,
  attempt: 1,
  result: { value: null },
})
const over: EventBody = { type: 'run-completed', result: { value: null } }

const journal = (...bodies: readonly EventBody[]): readonly RunEvent[] =>
  bodies.map((body, index) => ({ v: 1, seq: index + 1, at: 0, ...body }))

const calls = (...steps: readonly string[]): readonly TurnLogEntry[] =>
  steps.map((step) => ({ at: 0, pid: 1, run: 'r', step, attempt: 1, session: 's', phase: 'start' }))

interface Story {
  readonly what: string
  readonly before: readonly EventBody[]
  readonly callsBefore: readonly string[]
  readonly after: readonly EventBody[]
  readonly callsAfter: readonly string[]
  readonly found: readonly BreachKind[]
}

test.each<Story>([
  {
    what: 'a call in flight is made again after it was in doubt',
    before: [started('a')],
    callsBefore: ['a'],
    after: [doubted('a'), started('a', 2), completed('a'), over],
    callsAfter: ['a'],
    found: [],
  },
  {
    what: 'a reply that was durable is settled without a call',
    before: [started('a'), replied('a')],
    callsBefore: ['a'],
    after: [doubted('a'), completed('a'), over],
    callsAfter: [],
    found: [],
  },
  {
    what: 'a completed step is started again',
    before: [started('a'), completed('a')],
    callsBefore: [],
    after: [started('a', 2), over],
    callsAfter: [],
    found: ['step-redone'],
  },
  {
    what: 'a completed step is doubted and completed again',
    before: [started('a'), completed('a')],
    callsBefore: [],
    after: [doubted('a'), completed('a'), over],
    callsAfter: [],
    found: ['step-redone', 'step-redone'],
  },
  {
    what: 'a call whose reply was durable is made again',
    before: [started('a'), replied('a')],
    callsBefore: ['a'],
    after: [doubted('a'), started('a', 2), completed('a'), over],
    callsAfter: ['a'],
    found: ['call-redone'],
  },
  {
    what: 'a call is made again and the journal does not say why',
    before: [started('a')],
    callsBefore: ['a'],
    after: [started('a', 2), completed('a'), over],
    callsAfter: ['a'],
    found: ['call-unexplained'],
  },
  {
    what: 'the run does not complete',
    before: [],
    callsBefore: [],
    after: [{ type: 'run-paused', reason: 'asked' }],
    callsAfter: [],
    found: ['not-completed'],
  },
])('$what', ({ before, callsBefore, after, callsAfter, found }) => {
  const at = { events: journal(...before), turns: calls(...callsBefore) }
  const end = { events: journal(...before, ...after), turns: calls(...callsBefore, ...callsAfter) }
  const breaches = findReplayBreaches([{ at, eventsFound: before.length }], end)
  expect(breaches.map(({ kind }) => kind)).toEqual(found)
})

test('an event that is gone or changed is seen', () => {
  const at = { events: journal(started('a'), completed('a')), turns: [] }
  const end = { events: journal(started('b'), completed('a'), over), turns: [] }
  expect(findReplayBreaches([{ at, eventsFound: 2 }], end)).toMatchObject([{ kind: 'journal-rewritten' }])
})

test('calls beyond the first of each step are counted', () => {
  expect(countRepeatedCalls(calls('a', 'b', 'a', 'a', 'c'))).toBe(2)
})
