import { openJsonlJournal } from '../../src/adapters/journal/jsonl/jsonl-journal.ts'
import { runFolder } from '../../src/host/locations.ts'
import type { Locations } from '../../src/host/locations.ts'
import { openSeals } from '../../src/host/seals.ts'
import type { EventBody, RunEvent } from '../../src/kernel/event.ts'
import { plainEffect } from '../../src/kernel/ports/effect.ts'

/** Writes the journal of a run called `one` that nobody plays. */
export async function writeJournal(locations: Locations, bodies: readonly EventBody[]): Promise<void> {
  const seal = (await openSeals(locations)).journal('one')
  const journal = openJsonlJournal({ folder: runFolder(locations, 'one').root, effect: plainEffect, seal })
  await journal.read()
  await journal.append(bodies.map((body, index): RunEvent => ({ v: 1, seq: index + 1, at: 1, ...body })))
  await journal.close()
}
