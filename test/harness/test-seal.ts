import { encodeEvents } from '../../src/adapters/journal/jsonl/encode-events.ts'
import { createSeal } from '../../src/adapters/seal/hmac-seal.ts'
import type { RunEvent } from '../../src/kernel/event.ts'

/** The seal of journals that tests write and that are committed with them. */
export const testSeal = createSeal(Buffer.alloc(32, 7), 'a journal of the tests')

/** Somebody else's. */
export const otherSeal = createSeal(Buffer.alloc(32, 8), 'a journal of the tests')

/** A journal as it stands in its file. */
export function journalText(events: readonly RunEvent[]): string {
  return encodeEvents(events, testSeal).text
}
