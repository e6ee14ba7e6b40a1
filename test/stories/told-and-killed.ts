import { expect, test } from 'vitest'
import { seededRandom } from '../crash/seeded-random.ts'
import type { Story } from './story.ts'
import { tellStory } from './tell-story.ts'

const SEED = Number(process.env['TUTTI_TEST_SEED'] ?? 1)
const MINUTES = 60_000

/** Each story as it is, and again with a kill at some event of it: it ends the same, and nothing finished is redone. */
export function toldAndKilled(stories: readonly Story[]): void {
  const random = seededRandom(SEED)
  test.each(stories.map((story) => ({ story, name: story.name, share: random() })))(
    'P1, P6: $name; and the same when it is killed',
    async ({ story, share }) => {
      const told = await tellStory(story)
      expect(told.wrong).toEqual([])
      const killAt = Math.max(3, Math.floor(told.events.length * share))
      const again = await tellStory(story, killAt)
      expect(again.wrong).toEqual([])
      expect(again.killed).toBe(true)
      expect(again.change).toBe(told.change)
    },
    6 * MINUTES,
  )
}
