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

  describe('questions that are the same to a person', () => {
    const about = (what: string, option = 'yes') => ({ ...yesNo, alike: { about: what, option } })
    const later = { ...about('door', 'later'), options: [{ id: 'later', label: 'Later' }] }
    const story = playbook(async (run) => {
      const answers = await Promise.all([
        run.question('one', about('door')),
        run.question('two', about('door')),
        run.question('three', later),
        run.question('other', about('window')),
      ])
      return answers.map(({ option }) => option)
    })
    const yes = { option: 'yes', text: null, by: 'me' }

    it('P6: are answered with one answer', async () => {
      const world = createTestWorld()
      await playThrough(story, world, { stopWhenWaiting: true })
      const live = await begin(story, world)
      await live.answer('one', yes)
      await expect(live.answer('two', yes)).rejects.toMatchObject({ code: 'bad-input' })
      await live.answer('other', { ...yes, option: 'no' })
      expect(await live.outcome).toEqual({ status: 'completed', result: ['yes', 'yes', 'later', 'no'] })
    })

    it('P6: stay open when another option is chosen in one', async () => {
      const world = createTestWorld()
      await playThrough(story, world, { stopWhenWaiting: true })
      const live = await begin(story, world)
      await live.answer('one', { ...yes, option: 'no' })
      await live.answer('two', yes)
      await live.answer('other', yes)
      expect(await live.outcome).toEqual({ status: 'completed', result: ['no', 'yes', 'later', 'yes'] })
    })

    it('P1, P6: are answered after a kill between the two answers', async () => {
      const world = createTestWorld()
      await playThrough(story, world, { stopWhenWaiting: true })
      const live = await begin(story, world)
      await live.answer('one', yes)
      await live.pause()
      await live.outcome
      const events = await eventsOf(world)
      const cut = events.findIndex(({ type }) => type === 'question-answered') + 1
      const again = createTestWorld({ journal: createMemoryJournal(events.slice(0, cut)) })
      expect(await playThrough(story, again, { stopWhenWaiting: true })).toEqual({
        status: 'waiting',
        questions: ['other'],
      })
    })
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
