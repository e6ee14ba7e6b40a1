import { describe, expect, it } from 'vitest'
import { begin, effect, eventsOf, playbook, playThrough } from '../../test/harness/play-story.ts'
import { createMemoryJournal } from '../adapters/journal/memory/memory-journal.ts'
import { createTestWorld } from '../testing/test-world.ts'
import { deferred } from './deferred.ts'
import type { RunEvent } from './event.ts'
import type { Json } from './json.ts'
import type { Order, Raise } from './order.ts'
import type { Run } from './playbook.ts'

const order: Order = { id: 'a1', order: { do: 'hurry' }, by: 'anna' }
const raise: Raise = { id: 'b1', dimension: 'turns', amount: 5, by: 'anna' }

/** Works until it is told to hurry, and remembers at each turn what it had been told. */
async function obedient(run: Run, log: string[]): Promise<Json> {
  for (let turn = 1; turn <= 3; turn += 1) {
    await effect(run, `work-${turn}`, log)
    const hurries = await run.decide(`hurry-${turn}`, () => run.orders().length > 0)
    if (hurries) return { hurried: turn, by: run.orders()[0]?.by ?? null }
  }
  return { hurried: null, by: null }
}

describe('an order', () => {
  it('P6: is durable when it is taken, counts once however often it comes, and wakes whoever listens', async () => {
    const world = createTestWorld()
    const woken = deferred<null>()
    let calls = 0
    const listening = deferred<null>()
    const story = playbook(async (run) => {
      const stop = run.onOrder(() => {
        calls += 1
        woken.resolve(null)
      })
      listening.resolve(null)
      await woken.promise
      stop()
      return run.orders().map(({ id, by }) => ({ id, by }))
    })
    const live = await begin(story, world)
    await listening.promise
    await Promise.all([live.order(order), live.order(order)])
    expect(await live.outcome).toEqual({ status: 'completed', result: [{ id: 'a1', by: 'anna' }] })
    await live.order({ ...order, id: 'late' })
    expect(calls).toBe(1)
    const ordered = (await eventsOf(world)).filter(({ type }) => type === 'fact-recorded')
    expect(ordered).toMatchObject([{ name: 'orders/a1', kind: 'ordered', value: { by: 'anna' } }])
  })

  it('P6: is obeyed alike after a crash at every event, and nothing finished is done again', async () => {
    const world = createTestWorld()
    const log: string[] = []
    const story = (into: string[]) => playbook((run) => obedient(run, into))
    const live = await begin(story(log), world)
    await live.order(order)
    expect(await live.outcome).toMatchObject({ status: 'completed', result: { by: 'anna' } })
    const events = await eventsOf(world)
    for (let cut = 1; cut < events.length; cut += 1) {
      const past = events.slice(0, cut)
      const again = createTestWorld({ journal: createMemoryJournal(past) })
      const redone: string[] = []
      const resumed = await begin(story(redone), again)
      if (!past.some(isOrder)) await resumed.order(order)
      await resumed.order(order)
      const outcome = await resumed.outcome
      expect(outcome).toMatchObject({ status: 'completed', result: { by: 'anna' } })
      expect((await eventsOf(again)).filter(isOrder)).toHaveLength(1)
      const finished = past.flatMap((event) => (event.type === 'step-completed' ? [event.step] : []))
      expect(redone.filter((step) => finished.includes(step))).toEqual([])
    }
  })
})

describe('a raised budget', () => {
  const spending = (log: string[]) =>
    playbook(async (run) => {
      for (const name of ['one', 'two', 'three']) {
        await run.step(name, {
          kind: 'effect',
          input: null,
          reserve: { turns: 1, tokens: null, usd: null },
          execute: async () => {
            log.push(name)
            return null
          },
        })
      }
      return log.length
    })

  it('P5: lets whoever waits for it go on, answers the question and counts once over every crash', async () => {
    const world = createTestWorld()
    const live = await begin(spending([]), world, { limits: { turns: 1 } })
    await asked(world)
    await Promise.all([live.raise(raise), live.raise(raise)])
    expect(await live.outcome).toEqual({ status: 'completed', result: 3 })
    const events = await eventsOf(world)
    expect(events.filter(({ type }) => type === 'budget-raised')).toMatchObject([
      { scope: '', dimension: 'turns', amount: 5, order: 'b1', by: 'anna' },
    ])
    expect(events.filter(({ type }) => type === 'question-answered')).toMatchObject([
      { question: 'limit/run/turns/1', answer: { option: 'raise', by: 'anna' } },
    ])
    const raisedAt = events.findIndex(({ type }) => type === 'budget-raised')
    for (let cut = raisedAt; cut < events.length; cut += 1) {
      const again = createTestWorld({ journal: createMemoryJournal(events.slice(0, cut)) })
      const resumed = await begin(spending([]), again)
      await resumed.raise(raise)
      expect(await resumed.outcome).toMatchObject({ status: 'completed' })
      const told = await eventsOf(again)
      expect(told.filter(({ type }) => type === 'budget-raised')).toHaveLength(1)
      expect(told.filter(({ type }) => type === 'question-answered')).toHaveLength(1)
    }
  })

  it('P5: is asked for again when it was too little, by what the run was given first', async () => {
    const world = createTestWorld()
    const live = await begin(spending([]), world, { limits: { turns: 1 }, stopWhenWaiting: true })
    await live.raise({ ...raise, amount: 1 })
    expect(await live.outcome).toEqual({ status: 'waiting', questions: ['limit/run/turns/2'] })
    const question = (await eventsOf(world)).findLast(({ type }) => type === 'question-asked')
    expect(question).toMatchObject({ ask: { options: [{ label: 'Allow 1 more agent turns' }, {}] } })
  })

  it('P5: that was never capped is refused, and nothing is recorded', async () => {
    const world = createTestWorld()
    const live = await begin(
      playbook(async (run) => (await run.question('q', question)).option),
      world,
    )
    await expect(live.raise(raise)).rejects.toMatchObject({ failure: { code: 'bad-input' } })
    await live.cancel('anna')
    expect((await eventsOf(world)).some(({ type }) => type === 'budget-raised')).toBe(false)
  })
})

it('P6: a pause says who asked for it', async () => {
  const world = createTestWorld()
  const live = await begin(
    playbook(async (run) => (await run.question('q', question)).option),
    world,
  )
  await live.pause('anna')
  expect(await live.outcome).toEqual({ status: 'paused' })
  expect((await eventsOf(world)).at(-1)).toMatchObject({ type: 'run-paused', reason: 'asked', by: 'anna' })
  expect(
    await playThrough(
      playbook(async () => 'on'),
      world,
    ),
  ).toMatchObject({ status: 'completed' })
})

const question = { kind: 'choice', text: '?', options: [], free: true } as const

function isOrder(event: RunEvent): boolean {
  return event.type === 'fact-recorded' && event.kind === 'ordered'
}

async function asked(world: ReturnType<typeof createTestWorld>): Promise<void> {
  while (!(await eventsOf(world)).some(({ type }) => type === 'question-asked')) await world.clock.settled()
}
