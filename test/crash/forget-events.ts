import { writeFile } from 'node:fs/promises'
import { encodeEvents } from '../../src/adapters/journal/jsonl/encode-events.ts'
import { readJournalFile } from '../../src/adapters/journal/jsonl/read-journal-file.ts'
import { keyFile } from '../../src/host/locations.ts'
import { openSeals } from '../../src/host/seals.ts'
import type { RunEvent } from '../../src/kernel/event.ts'
import { runName } from './job.ts'
import type { Place } from './place.ts'
import { journalFile } from './read-evidence.ts'

/**
 * Rewrites a journal as if some events had never been, with the place's own key: a planted failure that every check
 * of replay must see.
 */
export async function forgetEvents(place: Place, isForgotten: (event: RunEvent) => boolean): Promise<void> {
  const file = journalFile(place, runName)
  const seal = (await openSeals({ key: keyFile(place.environment) })).journal(runName)
  const { events } = await readJournalFile(file, seal)
  const kept = events.filter((event) => !isForgotten(event))
  const counted = kept.map((event, index) => ({ ...event, seq: index + 1 }))
  await writeFile(file, encodeEvents(counted, seal).text)
}

/** With this the kernel replays nothing but what it can still settle. */
export function isCompletion({ type }: RunEvent): boolean {
  return type === 'step-completed'
}

/** With this it cannot settle turns either. */
export function isCompletionOrNote({ type }: RunEvent): boolean {
  return type === 'step-completed' || type === 'step-noted'
}
