import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleEvent } from '../../../../test/ports/journal.suite.ts'
import type { RunEvent } from '../../../kernel/event.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import { decodeJournal } from './decode-journal.ts'
import { encodeLine } from './encode-line.ts'

const FILE = '/runs/r1/journal.jsonl'
const lines = [1, 2, 3, 4].map((seq) =>
  encodeLine(sampleEvent(seq, seq === 2 ? 'zweite Zeile – ü𝄞' : `s${seq}`)),
)

function decode(text: string | Buffer): ReturnType<typeof decodeJournal> {
  return decodeJournal(Buffer.from(text), FILE)
}

function failureOf(text: string | Buffer): RunFailure['failure'] | null {
  try {
    decode(text)
    return null
  } catch (error) {
    if (error instanceof RunFailure) return error.failure
    throw error
  }
}

describe('lines', () => {
  test('are plain JSON whose last field is the checksum of what comes before it', () => {
    expect(encodeLine({ v: 1, seq: 1, at: 5, type: 'run-cancelled' })).toBe(
      '{"v":1,"seq":1,"at":5,"type":"run-cancelled","crc":"d94d5a7b"}\n',
    )
  })

  test('come back without their checksum, whatever they hold', () => {
    const event = fc.record({ text: fc.string({ unit: 'binary' }), note: fc.jsonValue() })
    fc.assert(
      fc.property(fc.array(event), (parts) => {
        const events = parts.map(({ text, note }, index): RunEvent => {
          const plain = JSON.parse(JSON.stringify(note))
          return { v: 1, seq: index + 1, at: index, type: 'step-noted', step: text, attempt: 1, note: plain }
        })
        expect(decode(events.map(encodeLine).join(''))).toEqual({ events, tornBytes: 0 })
      }),
      { numRuns: 100 },
    )
  })
})

describe('a torn tail', () => {
  test('of every length is counted and left out', () => {
    const whole = Buffer.from(lines.join(''))
    const last = Buffer.byteLength(lines[3] ?? '')
    for (let torn = 0; torn < last; torn++) {
      const contents = decode(whole.subarray(0, whole.length - last + torn))
      expect([contents.events.length, contents.tornBytes]).toEqual([3, torn])
    }
  })

  test('of NUL bytes, alone or after half a line, is counted too', () => {
    expect(decode(`${lines[0]}\0\0\0\0`)).toMatchObject({ tornBytes: 4, events: [{ seq: 1 }] })
    expect(decode(`${lines[0]}{"v":1,\0\0`)).toMatchObject({ tornBytes: 9, events: [{ seq: 1 }] })
    expect(decode('\0\0')).toEqual({ tornBytes: 2, events: [] })
  })

  test('of an empty file is nothing', () => {
    expect(decode('')).toEqual({ tornBytes: 0, events: [] })
  })
})

describe('a corrupt line', () => {
  test('is named when one byte anywhere in it changes', () => {
    const whole = Buffer.from(lines.join(''))
    const lineAt = (position: number): number =>
      whole.subarray(0, position).filter((byte) => byte === 0x0a).length + 1
    for (let position = 0; position < whole.length - 1; position += 7) {
      const broken = Buffer.from(whole)
      broken[position] = (broken[position] ?? 0) ^ 0x01
      expect(failureOf(broken)).toMatchObject({ code: 'journal-corrupt', file: FILE, line: lineAt(position) })
    }
  })

  test('is never taken for another event, whatever happens to a complete line', () => {
    const whole = Buffer.from(lines.join(''))
    const change = fc.record({
      position: fc.nat(whole.length - 2),
      remove: fc.nat(40),
      insert: fc.uint8Array({ maxLength: 40 }),
    })
    fc.assert(
      fc.property(change, ({ position, remove, insert }) => {
        const end = Math.min(position + remove, whole.length - 1)
        const changed = Buffer.concat([whole.subarray(0, position), insert, whole.subarray(end)])
        fc.pre(!changed.equals(whole))
        const failure = failureOf(changed)
        const survivors = failure === null ? decode(changed).events.length : null
        // Whole lines removed from the end leave a shorter journal that nobody can tell from one never written.
        if (survivors !== null) expect(whole.subarray(0, changed.length).equals(changed)).toBe(true)
        else expect(failure).toMatchObject({ code: 'journal-corrupt' })
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    ['a missing line', [lines[0], lines[2], lines[3]], 2, 'it is event 3, out of its place'],
    ['a missing first line', [lines[1]], 1, 'out of its place'],
    ['swapped lines', [lines[0], lines[2], lines[1]], 2, 'out of its place'],
    ['a repeated line', [lines[0], lines[0]], 2, 'out of its place'],
    ['an empty line', [lines[0], '\n', lines[1]], 2, 'its checksum is missing'],
    ['a line of another program', [lines[0], 'hello, this is a line that is long enough\n'], 2, 'is missing'],
    ['NUL bytes that were written after', [lines[0], '\0\0\0\0', lines[1]], 2, 'does not fit'],
    [
      'an upper-case checksum',
      [lines[0]?.replace(/[0-9a-f]{8}(?="\})/, (hex) => hex.toUpperCase())],
      1,
      'does not fit',
    ],
    ['a last line that is complete', [lines[0], lines[1]?.replace('"at":', '"ab":')], 2, 'does not fit'],
    ['text that is not JSON', [sealed('{"v":1,')], 1, 'it is not JSON'],
    ['a value that is no event', [sealed('{"v":1')], 1, 'it is not an event'],
    ['an unknown type', [sealed('{"v":1,"seq":1,"at":1,"type":"toString"')], 1, '"toString" is unknown'],
    [
      'an unknown version',
      [sealed('{"v":0,"seq":1,"at":1,"type":"run-cancelled"')],
      1,
      'version 0 is unknown',
    ],
    ['a newer version', [sealed('{"v":2,"seq":1,"at":1,"type":"new"')], 1, 'a newer Tutti wrote it'],
  ])('is named: %s', (_what, parts, line, message) => {
    expect(failureOf(parts.join(''))).toMatchObject({
      code: 'journal-corrupt',
      file: FILE,
      line,
      message: expect.stringMatching(new RegExp(`^Line ${line} of the journal ${FILE} .*${message}.*\\.$`)),
    })
  })

  test('of a newer version sends its reader to that version', () => {
    const failure = failureOf(sealed('{"v":2,"seq":1,"at":1,"type":"new"'))
    expect(failure?.message).toContain('go on with that newer version')
    expect(failureOf(lines.slice(1).join(''))?.message).toContain('restore the file from a backup')
  })
})

/** A line as no Tutti would write it, but with the right checksum. */
function sealed(body: string): string {
  return `${body},"crc":"${crc32(body).toString(16).padStart(8, '0')}"}\n`
}
