import { describe, expect, it } from 'vitest'
import { effect, eventsOf, pastOf, playThrough, playbook } from '../../test/harness/play-story.ts'
import { createMemoryJournal } from '../adapters/journal/memory/memory-journal.ts'
import { createTestWorld } from '../testing/test-world.ts'
import { RunFailure } from './failure.ts'
import type { Json } from './json.ts'
import { parallel } from './parallel.ts'

describe('playing a run', () => {
  it('P1: writes the intent before the effect and the result after it', async () => {
    const world = createTestWorld()
    const seen: string[] = []
    const outcome = await playThrough(
      playbook(async (run) => {
        await run.step('a', {
          kind: 'effect',
          input: 1,
          execute: async () => {
            seen.push(...(await eventsOf(world)).map(({ type }) => type))
            return 7
          },
        })
        return 'end'
      }),
      world,
    )
    expect(outcome).toEqual({ status: 'completed', result: 'end' })
    expect(seen).toEqual(['run-started', 'step-started'])
    expect((await eventsOf(world)).map(({ type }) => type)).toEqual([
      'run-started',
      'step-started',
      'step-completed',
      'run-completed',
    ])
  })

  it('P1: cut after every event, a run ends the same and redoes nothing that was finished', async () => {
    const story = (log: string[]) =>
      playbook(async (run) => {
        const results = await parallel(['x', 'y', 'z'], 2, async (id) => {
          const task = run.scope(id)
          await effect(task, 'first', log)
          const order = await effect(task, 'second', log, `${id}2`)
          return task.decide('choice', () => [order, '!'])
        })
        await run.record('fact', { kind: 'k', version: 1, value: results })
        return results
      })
    const whole = createTestWorld()
    const expected = await playThrough(story([]), whole)
    const events = await eventsOf(whole)
    expect(events).toHaveLength(18)
    for (let cut = 1; cut <= events.length; cut += 1) {
      const past = events.slice(0, cut)
      const finished = past.flatMap((event) => (event.type === 'step-completed' ? [event.step] : []))
      const world = createTestWorld({ journal: createMemoryJournal(past) })
      const log: string[] = []
      expect(await playThrough(story(log), world), `cut after ${cut}`).toEqual(expected)
      const redone = (await eventsOf(world))
        .slice(cut)
        .flatMap((event) => (event.type === 'step-started' ? [event.step] : []))
      expect(redone.filter((step) => finished.includes(step))).toEqual([])
      expect(log.length + finished.length).toBe(6)
    }
  })

  it('P1: finds steps by name, so a changed order of parallel work replays safely', async () => {
    const world = createTestWorld()
    await playThrough(
      playbook(async (run) => {
        await effect(run, 'a', [])
        await effect(run, 'b', [])
        return null
      }),
      world,
    )
    const past = (await eventsOf(world)).slice(0, -1)
    const log: string[] = []
    const again = createTestWorld({ journal: createMemoryJournal(past) })
    const outcome = await playThrough(
      playbook(async (run) => [await effect(run, 'b', log), await effect(run, 'a', log)]),
      again,
    )
    expect(outcome).toEqual({ status: 'completed', result: ['b', 'a'] })
    expect(log).toEqual([])
  })

  it('says in the journal that a step was in doubt, and lets its settlement find the effect', async () => {
    const past = await pastOf((run) => effect(run, 'a', []), 2)
    const world = createTestWorld({ journal: createMemoryJournal(past) })
    const outcome = await playThrough(
      playbook((run) =>
        run.step<Json>('a', {
          kind: 'effect',
          input: 'a',
          execute: () => Promise.reject(new Error('must not be done again')),
          settle: async () => ({ kind: 'found', result: 'found' }),
        }),
      ),
      world,
    )
    expect(outcome).toEqual({ status: 'completed', result: 'found' })
    expect((await eventsOf(world)).map(({ type }) => type)).toEqual([
      'run-started',
      'step-started',
      'run-resumed',
      'step-in-doubt',
      'step-completed',
      'run-completed',
    ])
  })

  it('refuses a step that asks something else under the same name and version', async () => {
    const past = await pastOf((run) => effect(run, 'a', []), 3)
    const world = createTestWorld({ journal: createMemoryJournal(past) })
    const outcome = await playThrough(
      playbook((run) => run.step('a', { kind: 'effect', input: 'other', execute: async () => 1 })),
      world,
    )
    expect(outcome).toMatchObject({ status: 'stopped', failure: { code: 'replay-diverged', step: 'a' } })
  })

  it('keeps the result of an older version of the playbook and says so once', async () => {
    const past = await pastOf((run) => effect(run, 'a', []), 3)
    const world = createTestWorld({ journal: createMemoryJournal(past) })
    const story = playbook(
      (run) => run.step('a', { kind: 'effect', input: 'other', execute: async () => 1 }),
      2,
    )
    expect(await playThrough(story, world)).toEqual({ status: 'completed', result: 'a' })
    expect((await eventsOf(world)).filter(({ type }) => type === 'step-outdated')).toHaveLength(1)
  })

  it('refuses a step whose kind changed, whatever the version', async () => {
    const past = await pastOf((run) => effect(run, 'a', []), 3)
    const world = createTestWorld({ journal: createMemoryJournal(past) })
    const story = playbook((run) => run.step('a', { kind: 'other', input: 'a', execute: async () => 1 }), 2)
    expect(await playThrough(story, world)).toMatchObject({ failure: { code: 'replay-diverged' } })
  })

  it('reports a name that is used twice as a bug and stops, resumable', async () => {
    const world = createTestWorld()
    const outcome = await playThrough(
      playbook(async (run) => {
        await effect(run, 'a', [])
        return effect(run, 'a', [])
      }),
      world,
    )
    expect(outcome).toMatchObject({ status: 'stopped', failure: { code: 'bug' } })
    expect((await eventsOf(world)).at(-1)).toMatchObject({ type: 'run-stopped' })
  })

  it('records a failure that is an outcome, and replays it as the same failure', async () => {
    const world = createTestWorld()
    const story = playbook((run) =>
      run.step('a', {
        kind: 'effect',
        input: null,
        execute: () => Promise.reject(new RunFailure({ code: 'not-proven', message: 'red' })),
      }),
    )
    const first = await playThrough(story, world)
    expect(first).toEqual({ status: 'failed', failure: { code: 'not-proven', message: 'red' } })
    const past = (await eventsOf(world)).slice(0, -1)
    expect(await playThrough(story, createTestWorld({ journal: createMemoryJournal(past) }))).toEqual(first)
  })

  it('turns a stranger into a bug with its cause and leaves the step to be done again', async () => {
    const world = createTestWorld()
    const broken = playbook((run) =>
      run.step('a', {
        kind: 'effect',
        input: 'a',
        execute: () => Promise.reject(new TypeError('x is undefined')),
      }),
    )
    expect(await playThrough(broken, world)).toMatchObject({
      status: 'stopped',
      failure: { code: 'bug', message: 'x is undefined', trace: expect.stringContaining('TypeError') },
    })
    expect(
      await playThrough(
        playbook((run) => effect(run, 'a', [])),
        world,
      ),
    ).toMatchObject({ status: 'completed' })
  })

  it('plays another playbook as one step, and does not enter it again once it is finished', async () => {
    const inner = playbook((run) => effect(run, 'deep', []))
    const outer = playbook((run) => run.play('sub', inner, null))
    const world = createTestWorld()
    expect(await playThrough(outer, world)).toEqual({ status: 'completed', result: 'deep' })
    const events = await eventsOf(world)
    expect(events.flatMap((event) => (event.type === 'step-started' ? [event.step] : []))).toEqual([
      'sub',
      'sub/deep',
    ])
    for (let cut = 1; cut < events.length; cut += 1) {
      const past = createTestWorld({ journal: createMemoryJournal(events.slice(0, cut)) })
      expect(await playThrough(outer, past)).toEqual({ status: 'completed', result: 'deep' })
      expect(
        (await eventsOf(past)).filter((event) => event.type === 'step-in-doubt' && event.step === 'sub'),
      ).toEqual([])
    }
  })

  it('lets hours of timers pass in no time, and goes on with what is left of one after a restart', async () => {
    const story = playbook(async (run) => {
      await run.sleep('long', { ms: 6 * 3_600_000 })
      return null
    })
    const world = createTestWorld()
    const before = world.clock.now()
    await playThrough(story, world)
    expect(world.clock.now() - before).toBe(6 * 3_600_000)
    const past = (await eventsOf(world)).slice(0, 2)
    const later = createTestWorld({ journal: createMemoryJournal(past) })
    await later.clock.sleep(4 * 3_600_000, new AbortController().signal)
    await playThrough(story, later)
    expect(later.clock.now() - before).toBe(6 * 3_600_000)
  })
})
