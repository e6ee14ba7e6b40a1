import { join } from 'node:path'
import type { TurnLogEntry } from '../../src/adapters/agents/scripted/turn-log.ts'
import { readJournalFile } from '../../src/adapters/journal/jsonl/read-journal-file.ts'
import type { RunEvent } from '../../src/kernel/event.ts'
import { toRunFailure } from '../../src/kernel/failure.ts'
import type { Place } from './place.ts'
import { readTurnLog } from './read-turn-log.ts'

/** What is on disk about a run at one moment: its journal, and what the agents say themselves. */
export interface RunEvidence {
  readonly events: readonly RunEvent[]
  readonly turns: readonly TurnLogEntry[]
}

export function journalFile({ repository }: Place, run: string): string {
  return join(repository, '.git', 'tutti', 'runs', run, 'journal.jsonl')
}

/** Throws when the journal is damaged; one that was not begun has no events. */
export async function readEvidence(place: Place, run: string): Promise<RunEvidence> {
  const events = await readJournalFile(journalFile(place, run), null).then(
    (contents) => contents.events,
    (thrown: unknown) => {
      if (toRunFailure(thrown).code === 'run-unknown') return []
      throw thrown
    },
  )
  return { events, turns: await readTurnLog(place.agentsLog) }
}
