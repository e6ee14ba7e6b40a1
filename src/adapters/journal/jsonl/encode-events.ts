import type { RunEvent } from '../../../kernel/event.ts'
import type { Seal } from '../../../kernel/ports/seal.ts'

const SEAL_KEY = ',"seal":"'
const END = '"}'

/** What the first line of a journal follows on. */
export const NOTHING_BEFORE = ''

/** Text of a journal, and the seal that what follows it builds on. */
export interface SealedText {
  readonly text: string
  readonly seal: string
}

/**
 * Each event as one line of plain JSON whose last field is the seal of the seal before it and of everything in the
 * line before that field: so each line belongs where it is, in its own journal.
 */
export function encodeEvents(
  events: readonly RunEvent[],
  seal: Seal,
  before: string = NOTHING_BEFORE,
): SealedText {
  let lines = ''
  let last = before
  for (const event of events) {
    const text = JSON.stringify(event).slice(0, -1)
    last = seal(last + text)
    lines += `${text}${SEAL_KEY}${last}${END}\n`
  }
  return { text: lines, seal: last }
}

/** A line without its newline as what was sealed, and the seal; `null` for one that has none. */
export function takeApart(line: string): SealedText | null {
  const at = line.lastIndexOf(SEAL_KEY)
  if (at === -1 || !line.endsWith(END)) return null
  return { text: line.slice(0, at), seal: line.slice(at + SEAL_KEY.length, -END.length) }
}
