import { openJsonlJournal } from '../adapters/journal/jsonl/jsonl-journal.ts'
import { plainEffect } from '../kernel/ports/effect.ts'
import { standardPlaybook } from '../playbooks/standard.ts'
import type { ChosenAgents } from './choose-agents.ts'
import type { Locations } from './locations.ts'
import { runFolder } from './locations.ts'
import { readEvents } from './run-store.ts'

/** The agents a run was started with, so that a resume starts the same ones. */
export async function recordedPrograms(locations: Locations, run: string): Promise<ChosenAgents['programs']> {
  const [started] = await readEvents(locations, run)
  if (started?.type !== 'run-started') return {}
  const journal = openJsonlJournal({ folder: runFolder(locations, run).root, effect: plainEffect })
  const { programs } = standardPlaybook.parseInput(await journal.load(started.input))
  await journal.close()
  return Object.fromEntries(
    Object.entries(programs).flatMap(([name, { command, resume }]) => {
      const [program, ...rest] = command
      return program === undefined ? [] : [[name, { command: [program, ...rest] as const, resume }]]
    }),
  )
}
