import { describe, expect, it } from 'vitest'
import {
  begin,
  effect,
  eventsOf,
  playThrough,
  playbook,
  stillClock,
  yesNo,
} from '../../test/harness/play-story.ts'
import { createMemoryJournal } from '../adapters/journal/memory/memory-journal.ts'
import { createTestWorld } from '../testing/test-world.ts'
import { deferred } from './deferred.ts'

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
    const world = createTestWorld({ clock: stillClock(() => asleep.resolve()) })
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
