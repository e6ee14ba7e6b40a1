import { crc32 } from 'node:zlib'
import type { RunEvent } from '../../../kernel/event.ts'
import { hex32 } from '../../../kernel/hex.ts'

/** One event as one line of plain JSON whose last field is the CRC-32 of everything before that field. */
export function encodeLine(event: RunEvent): string {
  const text = JSON.stringify(event).slice(0, -1)
  return `${text},"crc":"${hex32(crc32(text))}"}\n`
}
