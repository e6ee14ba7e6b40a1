import { expect, it } from 'vitest'
import { begin, eventsOf, playbook } from '../../test/harness/play-story.ts'
import { createMemoryJournal } from '../adapters/journal/memory/memory-journal.ts'
import { createTestWorld } from '../testing/test-world.ts'
import { deferred } from './deferred.ts'
import { RunFailure } from './failure.ts'
import type { Journal } from './ports/journal.ts'

/** A Ctrl-C reaches what a step has just started as well as us, and the pause takes a moment to be durable. */
it.each([
  ['stops the run', { code: 'workspace-failed', message: 'git was ended by SIGINT.' }],
  ['is an outcome', { code: 'not-proven', message: 'The tests were ended by SIGINT.' }],
] as const)('P1: a failure that %s is not recorded once a pause was asked for', async (_what, failure) => {
  const journal = createMemoryJournal()
  const pausing = deferred<null>()
  const slow: Journal = {
    read: () => journal.read(),
    keep: (value) => journal.keep(value),
    load: (stored) => journal.load(stored),
    close: () => journal.close(),
    append: async (events) => {
      if (events.some(({ type }) => type === 'run-paused')) await pausing.promise
      await journal.append(events)
    },
  }
  const world = createTestWorld({ journal: slow })
  const started = deferred<null>()
  const ending = deferred<null>()
  const story = playbook((run) =>
    run.step('work', {
      kind: 'effect',
      input: null,
      execute: async () => {
        started.resolve(null)
        await ending.promise
        throw new RunFailure(failure)
      },
    }),
  )
  const live = await begin(story, world)
  await started.promise
  const paused = live.pause()
  ending.resolve(null)
  await world.clock.settled()
  pausing.resolve(null)
  await paused
  expect(await live.outcome).toEqual({ status: 'paused' })
  const types = (await eventsOf(world)).map(({ type }) => type)
  expect(types).toEqual(['run-started', 'step-started', 'run-paused'])
})

it('P1: a step that has something to note when the run is paused comes to its end, and so does the run', async () => {
  const world = createTestWorld()
  const started = deferred<null>()
  const ending = deferred<null>()
  const ended: unknown[] = []
  const story = playbook((run) =>
    run.step('work', {
      kind: 'effect',
      input: null,
      execute: async (context) => {
        started.resolve(null)
        await ending.promise
        await context.note('done').catch((thrown: unknown) => ended.push(thrown))
        return null
      },
    }),
  )
  const live = await begin(story, world)
  await started.promise
  await live.pause()
  ending.resolve(null)
  expect(await live.outcome).toEqual({ status: 'paused' })
  expect(ended).toMatchObject([{ failure: { code: 'cancelled' } }])
})

it('P1: a journal that cannot be written stops a run whose steps have things to note', async () => {
  const journal = createMemoryJournal()
  const full: Journal = {
    read: () => journal.read(),
    keep: (value) => journal.keep(value),
    load: (stored) => journal.load(stored),
    close: () => journal.close(),
    append: async (events) => {
      if (events.some(({ type }) => type === 'step-noted')) {
        throw new RunFailure({ code: 'journal-unwritable', message: 'The disk is full.' })
      }
      await journal.append(events)
    },
  }
  const world = createTestWorld({ journal: full })
  const story = playbook(async (run) => {
    const work = (name: string): Promise<null> =>
      run.step(name, {
        kind: 'effect',
        input: null,
        execute: async (context) => {
          await context.note('begun')
          return null
        },
      })
    await Promise.all([work('one'), work('two')])
    return null
  })
  const { outcome } = await begin(story, world)
  expect(await outcome).toMatchObject({ status: 'stopped', failure: { code: 'journal-unwritable' } })
})
