import { isAscii } from 'node:buffer'
import { crc32 } from 'node:zlib'
import type { RunEvent } from '../../../kernel/event.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import type { JournalContents } from '../../../kernel/ports/journal.ts'
import { upcast } from './upcast.ts'
import type { Refuse } from './upcast.ts'

const NEWLINE = 0x0a
const CLOSING_BRACE = 0x7d
const CHECKSUM_KEY = Buffer.from(',"crc":"')
const CHECKSUM_BYTES = CHECKSUM_KEY.length + 8 + 2

/**
 * The events of a journal file's bytes, which it may overwrite. What follows the last newline is torn, and
 * only counted; a complete line that is not exactly what was written throws `journal-corrupt`.
 */
export function decodeJournal(bytes: Buffer, file: string): JournalContents {
  const encoding = isAscii(bytes) ? 'latin1' : 'utf8'
  const events: RunEvent[] = []
  let start = 0
  const refuse: Refuse = (reason, advice) => {
    throw corruptLine(file, events.length + 1, reason, advice)
  }
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    const bodyEnd = end - CHECKSUM_BYTES
    if (bodyEnd <= start || !hasChecksumAt(bytes, bodyEnd)) return refuse('its checksum is missing')
    if (crc32(bytes.subarray(start, bodyEnd)) !== readChecksum(bytes, bodyEnd)) {
      return refuse('its checksum does not fit')
    }
    // Closing the object where the checksum began spares a copy of the line and a field to take out again.
    bytes[bodyEnd] = CLOSING_BRACE
    const event = upcast(parse(bytes.toString(encoding, start, bodyEnd + 1), refuse), refuse)
    if (event.seq !== events.length + 1) return refuse(`it is event ${event.seq}, out of its place`)
    events.push(event)
    start = end + 1
  }
  return { events, tornBytes: bytes.length - start }
}

function parse(text: string, refuse: Refuse): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('it is not JSON')
  }
}

function hasChecksumAt(bytes: Buffer, position: number): boolean {
  for (let i = 0; i < CHECKSUM_KEY.length; i++) {
    if (bytes[position + i] !== CHECKSUM_KEY[i]) return false
  }
  const last = position + CHECKSUM_BYTES - 1
  return bytes[last - 1] === 0x22 && bytes[last] === CLOSING_BRACE
}

/** The eight lower-case hexadecimal digits as a number; NaN when they are anything else. */
function readChecksum(bytes: Buffer, position: number): number {
  let checksum = 0
  const start = position + CHECKSUM_KEY.length
  for (let i = start; i < start + 8; i++) {
    const byte = bytes[i] ?? 0
    const digit =
      byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : byte >= 0x61 && byte <= 0x66 ? byte - 0x57 : NaN
    checksum = checksum * 16 + digit
  }
  return checksum
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
