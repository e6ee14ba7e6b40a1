import { describe, expect, it } from 'vitest'
import type { FloorOptions, FloorPlay } from '../../../test/harness/play-execute.ts'
import { playExecute } from '../../../test/harness/play-execute.ts'
import { completed, on } from '../../../test/harness/play-standard.ts'
import type { RunEvent } from '../../kernel/event.ts'
import type { Order } from '../../kernel/order.ts'
import type { TaskResult } from './see-through.ts'
import type { TaskOrder } from './task-order.ts'

const BEAT = 10_000

function order(what: TaskOrder['do'], task: string, revision = 1): Order {
  return { id: `${what}-${task}`, order: { do: what, task, revision }, by: 'anna' }
}

/** Whether a fact of this name, below `execute/`, has just been recorded. */
function isFact(event: RunEvent, name: string): boolean {
  return event.type === 'fact-recorded' && event.name === `execute/${name}`
}

/** Gives an order at the moment when a fact is recorded. */
function at(name: string, ...orders: readonly Order[]): Pick<FloorOptions, 'onEvent'> {
  return {
    onEvent: (event, give) => {
      if (isFact(event, name)) for (const each of orders) give(each)
    },
  }
}

function ends({ outcome }: FloorPlay): Readonly<Record<string, string>> {
  if (outcome.status !== 'completed') throw new Error(JSON.stringify(outcome))
  const results = outcome.result as unknown as readonly TaskResult[]
  return Object.fromEntries(results.map(({ id, state, attempts }) => [id, `${state} ${attempts}`]))
}

function told({ events }: FloorPlay): readonly string[] {
  return events.flatMap((event) =>
    event.type === 'fact-recorded' && event.kind === 'obeyed'
      ? [(event.value as { readonly text: string }).text]
      : [],
  )
}

function wait(task: string, beats: number) {
  const acts = [{ act: 'wait', ms: beats * BEAT } as const, completed]
  return on({ role: 'implementer', step: `execute/${task}@**` }, ...acts)
}

/** Resumes from every prefix of the journal that holds the orders: the same end, and no finished turn again. */
async function expectSameAfterEveryCut(options: FloorOptions, whole: FloorPlay): Promise<void> {
  const wanted = ends(whole)
  const last = whole.events.findLastIndex(({ type }) => type !== 'run-completed')
  const from = whole.events.findLastIndex(
    (event) => event.type === 'fact-recorded' && event.kind === 'ordered',
  )
  for (let cut = from + 1; cut <= last; cut += 1) {
    const past = whole.events.slice(0, cut)
    const { onEvent: _given, ...rest } = options
    const resumed = await playExecute({ ...rest, past })
    expect(ends(resumed), `cut after ${cut}`).toEqual(wanted)
    expect(told(resumed), `cut after ${cut}`).toEqual(told(whole))
    const finished = past.flatMap((event) => (event.type === 'step-completed' ? [event.step] : []))
    const again = finished.filter((step) => resumed.prompts.has(step))
    expect(again, `cut after ${cut}`).toEqual([])
  }
}

describe('P6: skip', () => {
  const chain = [{ id: 'A' }, { id: 'B', dependencies: ['A'] }, { id: 'C', dependencies: ['B'] }, { id: 'D' }]

  it('leaves a task out that waits, blocks what depends on it, and nothing else', async () => {
    const options = {
      tasks: chain,
      scenes: [wait('A', 2)],
      ...at('A@r1/attempt-1/task-working', order('skip', 'B')),
    }
    const whole = await playExecute(options)
    expect(ends(whole)).toEqual({ A: 'done 1', B: 'given-up 0', C: 'blocked 0', D: 'done 1' })
    expect(told(whole)).toEqual(['B is left out, as anna says.'])
    expect([...whole.prompts.keys()].some((step) => step.includes('/B@'))).toBe(false)
    await expectSameAfterEveryCut(options, whole)
  })

  it('gives up a task at work before its work is merged', async () => {
    const options = {
      tasks: chain,
      scenes: [wait('A', 2)],
      ...at('A@r1/attempt-1/task-working', order('skip', 'A')),
    }
    const whole = await playExecute(options)
    expect(ends(whole)).toEqual({ A: 'given-up 1', B: 'blocked 0', C: 'blocked 0', D: 'done 1' })
    expect(told(whole)).toEqual(['A is given up when its attempt ends, as anna says.'])
    await expectSameAfterEveryCut(options, whole)
  })

  it('gives up a task at work instead of another attempt, without a diagnosis or a question', async () => {
    const options = {
      tasks: [{ id: 'A' }, { id: 'D' }],
      unproven: ['A'],
      policy: { attempts: 5 },
      answer: () => null,
      ...at('A@r1/attempt-2/task-working', order('skip', 'A')),
    }
    const whole = await playExecute(options)
    expect(ends(whole)).toEqual({ A: 'given-up 2', D: 'done 1' })
    expect([...whole.prompts.keys()].filter((step) => step.includes('diagnose'))).toHaveLength(1)
    await expectSameAfterEveryCut(options, whole)
  })

  it('comes too late for what is over, and counts for its revision alone', async () => {
    const options = {
      tasks: [{ id: 'A' }, { id: 'B', dependencies: ['A'] }],
      ...at('B@r1/attempt-1/task-working', order('skip', 'A'), order('skip', 'B', 2)),
    }
    const whole = await playExecute(options)
    expect(ends(whole)).toEqual({ A: 'done 1', B: 'done 1' })
    expect(told(whole)).toEqual(['Nothing to skip: A is over.'])
  })
})

describe('P6: retry', () => {
  const tasks = [{ id: 'A' }, { id: 'B', dependencies: ['A'] }, { id: 'C', dependencies: ['B'] }, { id: 'D' }]
  /** Fails until it begins anew. */
  const flawed = (task: string) => ({
    fails: (step: string) => step.startsWith(`execute/${task}@r1/`),
    scenes: [wait('D', 10)],
    policy: { attempts: 2 },
  })

  it('has a task that was given up begin again with attempts counted on, and what it had blocked wait', async () => {
    const options = { tasks, ...flawed('A'), ...at('C@r1/task-blocked', order('retry', 'A')) }
    const whole = await playExecute(options)
    expect(ends(whole)).toEqual({ A: 'done 3', B: 'done 1', C: 'done 1', D: 'done 1' })
    expect(told(whole)).toEqual(['A, B, C begin again, as anna says.'])
    expect(whole.events.some((event) => isFact(event, 'A@r1.2/attempt-3/task-done'))).toBe(true)
    await expectSameAfterEveryCut(options, whole)
  })

  it('of a blocked task begins with what keeps it from starting', async () => {
    const options = { tasks, ...flawed('A'), ...at('C@r1/task-blocked', order('retry', 'C')) }
    const whole = await playExecute(options)
    expect(ends(whole)).toEqual({ A: 'done 3', B: 'done 1', C: 'done 1', D: 'done 1' })
  })

  it('takes back a skip, and gives as many attempts again', async () => {
    const skipped = order('skip', 'A')
    const options: FloorOptions = {
      tasks,
      ...flawed('B'),
      onEvent: (event, give) => {
        if (isFact(event, 'A@r1/attempt-1/task-working')) give(skipped)
        if (isFact(event, 'C@r1/task-blocked')) give(order('retry', 'A'))
      },
    }
    const whole = await playExecute(options)
    expect(ends(whole)).toEqual({ A: 'done 2', B: 'done 1', C: 'done 1', D: 'done 1' })
    await expectSameAfterEveryCut(options, whole)
  })

  it.each([
    ['A@r1/attempt-1/task-working', 'A', 'Nothing to retry: A is at work.'],
    ['A@r1/attempt-1/task-working', 'B', 'Nothing to retry: B is waiting.'],
    ['B@r1/attempt-1/task-working', 'A', 'Nothing to retry: A is done.'],
  ])('at %s of %s says: %s', async (when, task, text) => {
    const whole = await playExecute({
      tasks,
      scenes: [wait('A', 1), wait('D', 5)],
      ...at(when, order('retry', task)),
    })
    expect(told(whole)).toEqual([text])
    expect(Object.values(ends(whole))).toEqual(['done 1', 'done 1', 'done 1', 'done 1'])
  })
})

it('P6: an order that is written while nobody plays is obeyed once, by whoever resumes', async () => {
  const options = { tasks: [{ id: 'A' }, { id: 'B', dependencies: ['A'] }], scenes: [wait('A', 2)] }
  const { events } = await playExecute(options)
  const begun = events.findIndex((event) => isFact(event, 'A@r1/attempt-1/task-working'))
  const past = events.slice(0, begun + 1)
  const { id, order: given, by } = order('skip', 'B')
  const name = `orders/${id}`
  const stamp = { v: 1, seq: past.length + 1, at: past.at(-1)?.at ?? 0 } as const
  const ordered: RunEvent = {
    ...stamp,
    type: 'fact-recorded',
    name,
    kind: 'ordered',
    version: 1,
    value: { order: given, by },
  }
  const resumed = await playExecute({
    ...options,
    past: [...past, ordered],
    ...at('A@r1/attempt-1/task-done', order('skip', 'B')),
  })
  expect(ends(resumed)).toEqual({ A: 'done 1', B: 'given-up 0' })
  expect(told(resumed)).toHaveLength(1)
})
