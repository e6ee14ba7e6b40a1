import { isAscii } from 'node:buffer'
import type { RunEvent } from '../../../kernel/event.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import type { JournalContents } from '../../../kernel/ports/journal.ts'
import type { Seal } from '../../../kernel/ports/seal.ts'
import { NOTHING_BEFORE, takeApart } from './encode-events.ts'
import { readEvent } from './read-event.ts'
import type { Refuse } from './read-event.ts'

const NEWLINE = 0x0a

/** How far a journal has been read. */
export interface ReadSoFar {
  readonly lines: number
  readonly bytes: number
  /** The seal that the next line follows on. */
  readonly seal: string
  readonly isOwn: boolean
}

export const BEGINNING: ReadSoFar = { lines: 0, bytes: 0, seal: NOTHING_BEFORE, isOwn: true }

export interface DecodedJournal extends JournalContents {
  /** Whether every line was sealed with this key, for this run; otherwise nothing that it says may be believed. */
  readonly isOwn: boolean
  /** The seal that the next line follows on. */
  readonly seal: string
  /** How far it has been read with this. */
  readonly soFar: ReadSoFar
}

/**
 * The events of a journal file's bytes. What follows the last newline is torn, and only counted; a complete line
 * that is not exactly what was written throws `journal-corrupt`. A journal whose first line was sealed by somebody
 * else, or by nobody, is not our own: its lines are only seen to be events. The bytes begin where `soFar` ends.
 */
export function decodeJournal(
  bytes: Buffer,
  file: string,
  seal: Seal | null,
  soFar: ReadSoFar = BEGINNING,
): DecodedJournal {
  const encoding = isAscii(bytes) ? 'latin1' : 'utf8'
  const events: RunEvent[] = []
  let start = 0
  let { seal: before, isOwn } = soFar
  const next = (): number => soFar.lines + events.length + 1
  const refuse: Refuse = (reason, advice) => {
    throw corruptLine(file, next(), reason, advice)
  }
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    const line = takeApart(bytes.toString(encoding, start, end))
    if (line === null) return refuse('it has no seal')
    if (isOwn && seal?.(before + line.text) !== line.seal) {
      if (next() > 1) return refuse('its seal does not fit: it was changed, moved or forged')
      isOwn = false
    }
    const event = readEvent(parse(`${line.text}}`, refuse), refuse)
    if (event.seq !== next()) return refuse(`it is event ${event.seq}, out of its place`)
    events.push(event)
    before = line.seal
    start = end + 1
  }
  const read = { lines: next() - 1, bytes: soFar.bytes + start, seal: before, isOwn }
  return { events, tornBytes: bytes.length - start, isOwn, seal: before, soFar: read }
}

/** What whoever would act on a journal that is not our own is told. */
export function notOwn(file: string): RunFailure {
  return new RunFailure({
    code: 'journal-corrupt',
    message: `Line 1 of the journal ${file} was not written on this machine by this user, or was changed; see what the run would start, and allow it if you trust it: tutti trust --run.`,
    file,
    line: 1,
  })
}

function parse(text: string, refuse: Refuse): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('it is not JSON')
  }
}

function corruptLine(
  file: string,
  line: number,
  reason: string,
  advice = 'restore the file from a backup, or start a new run',
): RunFailure {
  return new RunFailure({
    code: 'journal-corrupt',
    message: `Line ${line} of the journal ${file} cannot be read because ${reason}; ${advice}.`,
    file,
    line,
  })
}
