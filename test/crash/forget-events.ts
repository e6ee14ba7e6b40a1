import { writeFile } from 'node:fs/promises'
import { encodeLine } from '../../src/adapters/journal/jsonl/encode-line.ts'
import { readJournalFile } from '../../src/adapters/journal/jsonl/read-journal-file.ts'
import type { RunEvent } from '../../src/kernel/event.ts'

/** Rewrites a journal as if some events had never been: a planted failure that every check of replay must see. */
export async function forgetEvents(file: string, isForgotten: (event: RunEvent) => boolean): Promise<void> {
  const { events } = await readJournalFile(file)
  const kept = events.filter((event) => !isForgotten(event))
  await writeFile(file, kept.map((event, index) => encodeLine({ ...event, seq: index + 1 })).join(''))
}

/** With this the kernel replays nothing but what it can still settle. */
export function isCompletion({ type }: RunEvent): boolean {
  return type === 'step-completed'
}

/** With this it cannot settle turns either. */
export function isCompletionOrNote({ type }: RunEvent): boolean {
  return type === 'step-completed' || type === 'step-noted'
}
