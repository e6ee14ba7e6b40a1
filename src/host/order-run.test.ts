import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeJournal } from '../../test/harness/write-journal.ts'
import type { EventBody, RunEvent } from '../kernel/event.ts'
import type { Question } from '../kernel/question.ts'
import type { Locations } from './locations.ts'
import { addBudget, orderTask } from './order-run.ts'
import { readEvents } from './run-store.ts'
import { pauseRun } from './tell-run.ts'

const anna = { by: 'anna', door: 'script' } as const

let folder: string
let locations: Locations
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-orders-'))
  locations = {
    runs: join(folder, 'runs'),
    worktrees: join(folder, 'worktrees'),
    key: join(folder, 'own', 'key'),
  } as Locations
})
afterEach(() => rm(folder, { recursive: true }))

const journalOf = (...bodies: readonly EventBody[]): Promise<void> => writeJournal(locations, bodies)

const started: EventBody = {
  type: 'run-started',
  run: 'one',
  playbook: { name: 'standard', version: 1 },
  input: { value: { objective: 'so' } },
  limits: { turns: 2 },
  tutti: '0',
}

function recorded(kind: string, name: string, value: object): EventBody {
  return { type: 'fact-recorded', name, kind, version: 1, value: JSON.parse(JSON.stringify(value)) }
}

const tasks = ['T1', 'T2', 'T11'].map((id) => ({ id, title: id, dependencies: [] }))
const begun = [
  started,
  recorded('plan', 'plan/r3/plan', { revision: 3, tasks }),
  recorded('stage', 'stage-execute', { stage: 'execute' }),
]

function isAt(task: string, state: string): EventBody {
  return recorded('task', `execute/${task}@r3/task-${state}`, {
    task,
    state,
    attempt: 1,
    agent: null,
    note: null,
  })
}

function asks(question: string, ...options: readonly string[]): EventBody {
  const ask: Question = {
    kind: 'choice',
    text: '?',
    options: options.map((id) => ({ id, label: id })),
    free: true,
  }
  return { type: 'question-asked', question, ask }
}

async function last(): Promise<RunEvent | undefined> {
  return (await readEvents(locations, 'one')).at(-1)
}

describe('an order about a task of a run that nobody plays', () => {
  it.each([
    ['retry', 'again'],
    ['skip', 'give-up'],
  ] as const)('P6: %s answers what the task asks with %s', async (what, option) => {
    const other = 'execute/T11@r3/exhausted-1'
    const own = 'execute/T1@r3.2/exhausted-4'
    await journalOf(...begun, asks(other, 'again', 'give-up'), asks(own, 'again', 'give-up'))
    const ordered = await orderTask(locations, 'one', what, 'T1', anna)
    expect(ordered).toEqual({ told: 'into-the-journal', question: own, waitsFor: null })
    expect(await last()).toMatchObject({
      type: 'question-answered',
      question: own,
      answer: { option, ...anna },
    })
  })

  it('P6: is written down for the revision at work, and says which question stands before it', async () => {
    const question = 'execute/T1@r3/attempt-1/input-1'
    await journalOf(...begun, isAt('T1', 'working'), asks(question, 'decide', 'stop'))
    expect(await orderTask(locations, 'one', 'skip', 'T1', anna)).toMatchObject({
      question: null,
      waitsFor: question,
    })
    expect(await last()).toMatchObject({
      type: 'fact-recorded',
      name: expect.stringMatching(/^orders\/[0-9a-f]{12}$/),
      kind: 'ordered',
      value: { order: { do: 'skip', task: 'T1', revision: 3 }, ...anna },
    })
  })

  it.each([
    [[started], 'skip', 'T1', 'one has no plan yet, and so no tasks.'],
    [begun, 'skip', 'T3', 'There is no task "T3" in one. Its tasks: T1, T2, T11.'],
    [[...begun, isAt('T1', 'done')], 'skip', 'T1', 'Nothing to skip: T1 is done already.'],
    [[...begun, isAt('T1', 'done')], 'retry', 'T1', 'Nothing to retry: T1 is done.'],
    [
      [...begun, isAt('T1', 'given-up'), recorded('stage', 'stage-deliver', { stage: 'deliver' })],
      'retry',
      'T1',
      'Nothing to retry: T1 is given up, and the run is past its tasks.',
    ],
    [[...begun, { type: 'run-cancelled' }], 'skip', 'T1', 'one has ended (cancelled) and takes no orders.'],
  ] as const)('P6: that makes no sense is refused: %j %s %s', async (events, what, task, message) => {
    await journalOf(...events)
    await expect(orderTask(locations, 'one', what, task, anna)).rejects.toMatchObject({
      failure: { code: 'bad-input', message },
    })
    expect(await readEvents(locations, 'one')).toHaveLength(events.length)
  })
})

describe('more budget for a run that nobody plays', () => {
  it('P5: is in the journal, and answers the question that waits for it', async () => {
    const question = 'limit/run/turns/1'
    await journalOf(...begun, asks(question, 'raise', 'stop'))
    expect(await addBudget(locations, 'one', 'turns', 3, anna)).toBe('into-the-journal')
    const events = await readEvents(locations, 'one')
    expect(events.slice(-2)).toMatchObject([
      { type: 'budget-raised', scope: '', dimension: 'turns', amount: 3, ...anna },
      { type: 'question-answered', question, answer: { option: 'raise', by: 'anna' } },
    ])
  })

  it.each([-1000, 0, Infinity, Number.NaN, 1e300])('P5: that is no amount is refused: %d', async (amount) => {
    await journalOf(...begun)
    await expect(addBudget(locations, 'one', 'turns', amount, anna)).rejects.toMatchObject({
      code: 'bad-input',
    })
    expect(await readEvents(locations, 'one')).toHaveLength(begun.length)
  })

  it('P5: of what has no cap is refused', async () => {
    await journalOf(started)
    const message = 'one has no cap on time, so there is nothing to add to.'
    await expect(addBudget(locations, 'one', 'wallMs', 3, anna)).rejects.toMatchObject({
      failure: { message },
    })
  })
})

it('P6: a run that nobody plays cannot be paused', async () => {
  await journalOf(started)
  await expect(pauseRun(locations, 'one', anna)).rejects.toMatchObject({ failure: { code: 'bad-input' } })
})
