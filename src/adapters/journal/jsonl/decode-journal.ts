import { isAscii } from 'node:buffer'
import { crc32 } from 'node:zlib'
import type { RunEvent } from '../../../kernel/event.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import { hex32 } from '../../../kernel/hex.ts'
import type { JournalContents } from '../../../kernel/ports/journal.ts'
import { upcast } from './upcast.ts'
import type { Refuse } from './upcast.ts'

const NEWLINE = 0x0a
const CHECKSUM_KEY = ',"crc":"'
const CHECKSUM_LENGTH = CHECKSUM_KEY.length + 8 + 2

/**
 * The events of a journal file's bytes. What follows the last newline is torn, and only counted; a complete line
 * that is not exactly what was written throws `journal-corrupt`.
 */
export function decodeJournal(bytes: Buffer, file: string): JournalContents {
  const encoding = isAscii(bytes) ? 'latin1' : 'utf8'
  const events: RunEvent[] = []
  let start = 0
  const refuse: Refuse = (reason, advice) => {
    throw corruptLine(file, events.length + 1, reason, advice)
  }
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    const line = bytes.toString(encoding, start, end)
    if (!line.startsWith(CHECKSUM_KEY, line.length - CHECKSUM_LENGTH) || !line.endsWith('"}')) {
      return refuse('its checksum is missing')
    }
    if (line.slice(-10, -2) !== hex32(crc32(bytes.subarray(start, end - CHECKSUM_LENGTH)))) {
      return refuse('its checksum does not fit')
    }
    const event = upcast(parse(`${line.slice(0, -CHECKSUM_LENGTH)}}`, refuse), refuse)
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
