import { describe, expect, it } from 'vitest'
import { begin, eventsOf, playbook, playThrough } from '../../test/harness/play-story.ts'
import { createMemoryJournal } from '../adapters/journal/memory/memory-journal.ts'
import { createTestWorld } from '../testing/test-world.ts'
import { createVirtualClock } from '../testing/virtual-clock.ts'
import { BudgetBook } from './budget.ts'
import type { Run } from './playbook.ts'

const day = 24 * 3_600_000
const start = 1_700_000_000_000

/** Works a second, in the middle of which the clock is set or the machine sleeps. */
const work = (run: Run, name: string, jump: () => void) =>
  run.step(name, {
    kind: 'work',
    input: null,
    execute: async ({ world, signal }) => {
      await world.clock.sleep(500, signal)
      jump()
      await world.clock.sleep(500, signal)
      return null
    },
  })

async function workMs(world: ReturnType<typeof createTestWorld>): Promise<number> {
  const book = new BudgetBook()
  const events = await eventsOf(world)
  for (const event of events) book.apply(event)
  return book.activeMs(events.at(-1)?.at ?? 0)
}

describe('a clock that jumps', () => {
  it.each([
    ['is set nine days forward, or the machine sleeps', 9 * day],
    ['is set nine days back', -9 * day],
    ['is set a minute forward', 60_000],
  ])('P5: %s: only work counts as work', async (_what, ms) => {
    const clock = createVirtualClock({ start })
    const world = createTestWorld({ clock })
    const story = playbook(async (run) => {
      await work(run, 'one', () => clock.set(ms))
      await work(run, 'two', () => undefined)
      return null
    })
    const outcome = await playThrough(story, world, { limits: { wallMs: 3000 }, stopWhenWaiting: true })
    expect(outcome).toMatchObject({ status: 'completed' })
    expect(await workMs(world)).toBe(2000)
    const times = (await eventsOf(world)).map(({ at }) => at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  it('P5: a cap on time is reached after a clock was set back too, and a restart does not refill it', async () => {
    const clock = createVirtualClock({ start })
    const journal = createMemoryJournal([])
    const story = playbook(async (run) => {
      for (const name of ['one', 'two', 'three']) await work(run, name, () => clock.set(-9 * day))
      return null
    })
    const options = { limits: { wallMs: 2000 }, stopWhenWaiting: true }
    const question = { status: 'waiting', questions: ['limit/run/wallMs/1'] }
    expect(await playThrough(story, createTestWorld({ clock, journal }), options)).toEqual(question)
    const later = createVirtualClock({ start: start - 30 * day })
    const world = createTestWorld({ clock: later, journal })
    expect(await playThrough(story, world, options)).toEqual(question)
    expect(await workMs(world)).toBe(2000)
    const live = await begin(story, world)
    await live.answer('limit/run/wallMs/1', { option: 'raise', text: null, by: 'me' })
    expect(await live.outcome).toMatchObject({ status: 'completed' })
    expect(await workMs(world)).toBe(3000)
  })

  it('P7: a pause is as long as it is, and a known end of a wait is met, whatever the clock did', async () => {
    const clock = createVirtualClock({ start })
    const slept: number[] = []
    const story = playbook(async (run) => {
      const before = clock.awake()
      const waiting = run.sleep('until', { until: start + day })
      clock.set(day - 1000)
      await waiting
      slept.push(clock.awake() - before)
      return null
    })
    expect(await playThrough(story, createTestWorld({ clock }))).toMatchObject({ status: 'completed' })
    expect(slept[0]).toBeLessThanOrEqual(3_600_000)

    const journal = createMemoryJournal([])
    const pausing = playbook(async (run) => {
      await run.sleep('pause', { ms: 1000 })
      return null
    })
    const ahead = createVirtualClock({ start })
    const live = await begin(pausing, createTestWorld({ clock: ahead, journal }))
    await ahead.settled()
    await live.pause('me')
    const behind = createVirtualClock({ start: start - 9 * day })
    expect(await playThrough(pausing, createTestWorld({ clock: behind, journal }))).toMatchObject({
      status: 'completed',
    })
    expect(behind.awake()).toBeLessThanOrEqual(1000)
  })
})
