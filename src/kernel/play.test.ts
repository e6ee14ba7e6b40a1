import { describe, expect, it } from 'vitest'
import { createMemoryJournal } from '../adapters/journal/memory/memory-journal.ts'
import { createTestWorld } from '../testing/test-world.ts'
import { deferred } from './deferred.ts'
import type { RunEvent } from './event.ts'
import { RunFailure } from './failure.ts'
import type { Json } from './json.ts'
import type { Outcome } from './outcome.ts'
import { parallel } from './parallel.ts'
import type { LiveRun } from './play.ts'
import { play } from './play.ts'
import type { Playbook, Run } from './playbook.ts'
import type { World } from './ports/world.ts'
import type { Limits } from './usage.ts'

const yesNo = {
  kind: 'choice',
  text: 'Go on?',
  options: [
    { id: 'yes', label: 'Yes' },
    { id: 'no', label: 'No' },
  ],
  free: false,
} as const

function playbook(story: (run: Run) => Promise<Json>, version = 1): Playbook<Json, Json> {
  return { name: 'test', version, parseInput: (input) => input, play: story }
}

async function begin(
  story: Playbook<Json, Json>,
  world: World,
  options: { readonly limits?: Limits; readonly stopWhenWaiting?: boolean } = {},
): Promise<LiveRun> {
  const { events } = await world.journal.read()
  const start = events.length === 0 ? { run: 'r1', input: null, limits: options.limits ?? {} } : null
  return play({
    playbook: story,
    world,
    start,
    tutti: '0',
    stopWhenWaiting: options.stopWhenWaiting ?? false,
  })
}

async function playThrough(...args: Parameters<typeof begin>): Promise<Outcome> {
  return (await begin(...args)).outcome
}

async function eventsOf(world: World): Promise<readonly RunEvent[]> {
  return (await world.journal.read()).events
}

function effect(run: Run, name: string, log: string[], result: Json = name): Promise<Json> {
  return run.step(name, {
    kind: 'effect',
    input: name,
    execute: async () => {
      log.push(name)
      return result
    },
  })
}

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
          const order = await task.lane('queue', 'turn', () => effect(task, 'second', log, `${id}2`))
          return task.decide('choice', () => `${String(order)}!`)
        })
        await run.record('fact', { kind: 'k', version: 1, value: results })
        return results
      })
    const whole = createTestWorld()
    const expected = await playThrough(story([]), whole)
    const events = await eventsOf(whole)
    expect(events.length).toBeGreaterThan(20)
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

describe('people', () => {
  it('P6: a question outlives restarts and is asked once', async () => {
    const story = playbook(async (run) => (await run.question('go', yesNo)).option)
    const world = createTestWorld()
    expect(await playThrough(story, world, { stopWhenWaiting: true })).toEqual({
      status: 'waiting',
      questions: ['go'],
    })
    expect(await playThrough(story, world, { stopWhenWaiting: true })).toMatchObject({ status: 'waiting' })
    const live = await begin(story, world)
    await live.answer('go', { option: 'yes', text: null, by: 'me' })
    expect(await live.outcome).toEqual({ status: 'completed', result: 'yes' })
    expect((await eventsOf(world)).filter(({ type }) => type === 'question-asked')).toHaveLength(1)
  })

  it('does not take a second answer or an answer to nothing', async () => {
    const story = playbook(async (run) => {
      await run.question('go', yesNo)
      return run.question('more', yesNo).then(({ option }) => option)
    })
    const world = createTestWorld()
    await playThrough(story, world, { stopWhenWaiting: true })
    const live = await begin(story, world)
    const yes = { option: 'yes', text: null, by: 'me' }
    await live.answer('go', yes)
    await expect(live.answer('go', yes)).rejects.toMatchObject({ code: 'bad-input' })
    await expect(live.answer('nothing', yes)).rejects.toMatchObject({ code: 'bad-input' })
    await live.pause()
    expect((await live.outcome).status).toBe('paused')
  })

  it('cancels through the signal, and clean-up is recorded and replays', async () => {
    const log: string[] = []
    const story = playbook(async (run) => {
      try {
        await run.sleep('for-ever', { ms: 1e12 })
        return 'not reached'
      } finally {
        await effect(run.shielded(), 'clean-up', log)
      }
    })
    const asleep = deferred<void>()
    const world = createTestWorld({ clock: stillClock(asleep.resolve) })
    const live = await begin(story, world)
    await asleep.promise
    await live.cancel('me')
    expect(await live.outcome).toEqual({ status: 'cancelled' })
    expect(log).toEqual(['clean-up'])
    const events = await eventsOf(world)
    expect(events.map(({ type }) => type)).toEqual([
      'run-started',
      'step-started',
      'run-cancel-requested',
      'step-failed',
      'step-started',
      'step-completed',
      'run-cancelled',
    ])
    const again = createTestWorld({ journal: createMemoryJournal(events.slice(0, -1)) })
    expect(await playThrough(story, again)).toEqual({ status: 'cancelled' })
    expect(log).toEqual(['clean-up'])
  })
})

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

/** The first events of a run of one step, as a crash would leave them. */
async function pastOf(step: (run: Run) => Promise<Json>, events: number): Promise<readonly RunEvent[]> {
  const world = createTestWorld()
  await playThrough(playbook(step), world)
  return (await eventsOf(world)).slice(0, events)
}

function stillClock(onSleep: () => void): World['clock'] {
  const { now, settled } = createTestWorld().clock
  return {
    now,
    settled,
    sleep: (_ms, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        onSleep()
      }),
  }
}
