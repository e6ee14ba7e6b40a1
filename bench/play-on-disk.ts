import { createSystemClock } from '../src/adapters/clock/system-clock.ts'
import { openJsonlJournal } from '../src/adapters/journal/jsonl/jsonl-journal.ts'
import { play } from '../src/kernel/play.ts'
import type { Run } from '../src/kernel/playbook.ts'
import { benchSeal } from './bench-seal.ts'
import type { Effect } from '../src/kernel/ports/effect.ts'
import { createTestWorld } from '../src/testing/test-world.ts'

export interface Played {
  /** How many groups of events were made durable. */
  readonly groups: number
}

/** Plays steps to their end in a folder, as the product does: real journal, real clock. A folder that has a journal is resumed. */
export async function playOnDisk(
  folder: string,
  run: string,
  steps: (run: Run) => Promise<void>,
): Promise<Played> {
  let groups = 0
  const effect: Effect = (label, act) => {
    if (label === 'append') groups += 1
    return act()
  }
  const journal = openJsonlJournal({ folder, effect, seal: benchSeal })
  const live = await play({
    playbook: {
      name: 'bench',
      version: 1,
      parseInput: () => null,
      play: async (hands) => {
        await steps(hands)
        return null
      },
    },
    world: createTestWorld({ clock: createSystemClock(), journal }),
    start: { run, input: { objective: 'Measure Tutti' }, limits: {} },
    tutti: 'bench',
  })
  const outcome = await live.outcome
  await journal.close()
  if (outcome.status !== 'completed') throw new Error(`The bench ended as ${JSON.stringify(outcome)}.`)
  return { groups }
}
