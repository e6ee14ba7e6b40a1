import type { Json } from '../../kernel/json.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Story } from '../../records/story.ts'
import { storyOf } from '../../records/story.ts'
import type { TeamState } from '../../records/team-coordinate/team-state.ts'
import { teamState } from '../../records/team-coordinate/team-state.ts'
import type { Team } from './team.ts'

/** What follows from everything that was told until now, worked out once; there must be a session already. */
export function lookBack<T extends Json>(
  run: Run,
  name: string,
  { given, session }: Team,
  read: (state: TeamState, story: Story, now: number) => T,
): Promise<T> {
  return run.step<T>(name, {
    kind: 'journal',
    input: { session },
    execute: async ({ world }) => {
      const story = storyOf((await world.journal.read()).events)
      const state = teamState(story, given)
      if (state === null) throw new Error(`${session} was not told yet.`)
      return read(state, story, world.clock.now())
    },
  })
}
