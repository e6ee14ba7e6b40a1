import { describe, expect, it } from 'vitest'
import { begin, eventsOf, pastOf, playThrough, playbook } from '../../test/harness/play-story.ts'
import { createMemoryJournal } from '../adapters/journal/memory/memory-journal.ts'
import { createTestWorld } from '../testing/test-world.ts'
import { parallel } from './parallel.ts'
import type { Run } from './playbook.ts'

describe('budgets', () => {
  const turn = (run: Run, name: string) =>
    run.step(name, {
      kind: 'turn',
      input: null,
      reserve: { turns: 1, tokens: 100, usd: null },
      execute: async (context) => {
        context.spent({ turns: 1, tokens: 40, usd: null })
        return null
      },
    })

  it('P5: a reached cap asks a person, a restart does not refill it, and more can be given', async () => {
    const story = playbook(async (run) => {
      for (const name of ['a', 'b', 'c']) await turn(run, name)
      return null
    })
    const world = createTestWorld()
    const question = 'limit/run/turns/1'
    for (let restart = 0; restart < 3; restart += 1) {
      const outcome = await playThrough(story, world, { limits: { turns: 2 }, stopWhenWaiting: true })
      expect(outcome).toEqual({ status: 'waiting', questions: [question] })
    }
    const live = await begin(story, world)
    await live.answer(question, { option: 'raise', text: null, by: 'me' })
    expect(await live.outcome).toMatchObject({ status: 'completed' })
  })

  it('P5: two that start at the same moment do not both get the last turn', async () => {
    const started: string[] = []
    const story = playbook(async (run) => {
      await parallel(['a', 'b', 'c'], 3, async (name) => {
        await turn(run, name)
        started.push(name)
      })
      return null
    })
    const world = createTestWorld()
    const outcome = await playThrough(story, world, { limits: { turns: 2 }, stopWhenWaiting: true })
    expect(outcome).toEqual({ status: 'waiting', questions: ['limit/run/turns/1'] })
    expect(started).toHaveLength(2)
  })

  it('P5: one more turn within a step is charged while there is room, and refused after that', async () => {
    const answers: boolean[] = []
    const story = playbook(async (run) =>
      run.step('a', {
        kind: 'turn',
        input: null,
        reserve: { turns: 1, tokens: null, usd: null },
        execute: async (context) => {
          for (const turns of [1, 2, 3]) {
            answers.push(await context.chargeTurn({ turns, tokens: 5 * turns, usd: null }))
          }
          return null
        },
      }),
    )
    const world = createTestWorld()
    await playThrough(story, world, { limits: { turns: 2 } })
    expect(answers).toEqual([true, false, false])
    expect(await eventsOf(world)).toContainEqual(
      expect.objectContaining({ type: 'step-completed', usage: { turns: 2, tokens: 5, usd: null } }),
    )
  })

  it('P5: turns that go on side by side share a cap, also by what none has recorded yet', async () => {
    const passed: Record<string, boolean> = {}
    const tell = (run: Run, name: string) =>
      run.step(name, {
        kind: 'turn',
        input: null,
        reserve: { turns: 1, tokens: null, usd: null },
        execute: async (context) => {
          await context.world.clock.sleep(name === 'a' ? 10 : 20, context.signal)
          passed[name] = context.isOverLimit({ turns: 1, tokens: 60, usd: null })
          await context.world.clock.sleep(50, context.signal)
          context.spent({ turns: 1, tokens: 60, usd: null })
          return null
        },
      })
    const story = playbook(async (run) => {
      await parallel(['a', 'b'], 2, (name) => tell(run, name))
      return null
    })
    const world = createTestWorld()
    await playThrough(story, world, { limits: { tokens: 100 } })
    expect(passed).toEqual({ a: false, b: true })
  })

  it('P5: "stop" ends the run as limit-reached', async () => {
    const world = createTestWorld()
    const story = playbook(async (run) => {
      await turn(run.scope('task', { tokens: 60 }), 'a')
      await turn(run.scope('task', { tokens: 60 }), 'b')
      return null
    })
    expect(await playThrough(story, world, { stopWhenWaiting: true })).toMatchObject({
      questions: ['limit/task/tokens/1'],
    })
    const live = await begin(story, world)
    await live.answer('limit/task/tokens/1', { option: 'stop', text: null, by: 'me' })
    expect(await live.outcome).toMatchObject({
      status: 'failed',
      failure: { code: 'limit-reached', scope: 'task' },
    })
  })

  it('P5: time counts work, once, and for the scope it is done in', async () => {
    const work = (run: Run, name: string, ms: number) =>
      run.step(name, {
        kind: 'work',
        input: null,
        execute: async ({ world, signal }) => {
          await world.clock.sleep(ms, signal)
          return null
        },
      })
    const story = playbook(async (run) => {
      await Promise.all([
        work(run.scope('a', { wallMs: 1500 }), 'one', 1000),
        work(run.scope('b'), 'two', 1000),
      ])
      await run.sleep('night', { ms: 8 * 3_600_000 })
      await work(run.scope('b'), 'three', 1000)
      await work(run.scope('a', { wallMs: 1500 }), 'four', 1000)
      await work(run.scope('a', { wallMs: 1500 }), 'five', 1000)
      return null
    })
    const world = createTestWorld()
    const outcome = await playThrough(story, world, { limits: { wallMs: 10_000 }, stopWhenWaiting: true })
    expect(outcome).toEqual({ status: 'waiting', questions: ['limit/a/wallMs/1'] })
  })

  it('P5: an interrupted step stays charged with its reservation', async () => {
    const story = playbook(async (run) => {
      await turn(run, 'a')
      return null
    })
    const past = await pastOf((run) => turn(run, 'a'), 2)
    const world = createTestWorld({ journal: createMemoryJournal(past) })
    const outcome = await playThrough(story, world, { stopWhenWaiting: true })
    expect(outcome).toMatchObject({ status: 'completed' })
    const limited = past.map((event) =>
      event.type === 'run-started' ? { ...event, limits: { turns: 1 } } : event,
    )
    const tight = createTestWorld({ journal: createMemoryJournal(limited) })
    expect(await playThrough(story, tight, { stopWhenWaiting: true })).toMatchObject({ status: 'waiting' })
  })
})
