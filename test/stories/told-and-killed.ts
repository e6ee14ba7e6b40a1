import { expect, test } from 'vitest'
import { seededRandom } from '../crash/seeded-random.ts'
import type { Story } from './story.ts'
import { tellStory } from './tell-story.ts'

const SEED = Number(process.env['TUTTI_TEST_SEED'] ?? 1)
/** `npm run test:crash` tells each story twice and compares; with any other `TUTTI_TEST_CUTS` it is told once, with the kill. */
const IS_WHOLE = process.env['TUTTI_TEST_CUTS'] === 'all'
/** No story is shorter, unless it says otherwise. */
const FEWEST_EVENTS = 40
const MINUTES = 60_000

/** Each story with a kill at some event of it: it ends as if nobody had killed it, and nothing finished is redone. */
export function toldAndKilled(stories: readonly Story[]): void {
  const random = seededRandom(SEED)
  test.each(stories.map((story) => ({ story, name: story.name, share: random() })))(
    'P1, P6: $name; and the same when it is killed',
    async ({ story, share }) => {
      const told = IS_WHOLE ? await tellStory(story) : null
      if (told !== null) expect(told.wrong).toEqual([])
      const events = told?.events.length ?? story.leastEvents ?? FEWEST_EVENTS
      const killed = await tellStory(story, Math.max(3, Math.floor(events * share)))
      expect(killed.wrong).toEqual([])
      expect(killed.killed).toBe(true)
      if (told !== null) expect(killed.change).toBe(told.change)
    },
    6 * MINUTES,
  )
}
