import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { journalText, otherSeal, testSeal } from '../../../../test/harness/test-seal.ts'
import { sampleEvent } from '../../../../test/ports/journal.suite.ts'
import type { RunEvent } from '../../../kernel/event.ts'
import { RunFailure } from '../../../kernel/failure.ts'
import type { JournalContents } from '../../../kernel/ports/journal.ts'
import { decodeJournal, notOwn } from './decode-journal.ts'
import { encodeEvents } from './encode-events.ts'

const FILE = '/runs/r1/journal.jsonl'
const events = [1, 2, 3, 4].map((seq) => sampleEvent(seq, seq === 2 ? 'zweite Zeile – ü𝄞' : `s${seq}`))
const lines = linesOf(journalText(events))

const other = linesOf(journalText([1, 2].map((seq) => sampleEvent(seq, `o${seq}`))))
const foreign = linesOf(encodeEvents(events, otherSeal).text)

function linesOf(text: string): readonly string[] {
  return text.match(/.*\n/g) ?? []
}

/** As whoever acts on a journal reads it. */
function decode(text: string | Buffer): JournalContents {
  const { events: read, tornBytes, isOwn } = decodeJournal(Buffer.from(text), FILE, testSeal)
  if (!isOwn) throw notOwn(FILE)
  return { events: read, tornBytes }
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
  test('are plain JSON whose last field is the seal of what comes before it, the last seal included', () => {
    const first = '{"v":1,"seq":1,"at":5,"type":"run-cancelled"'
    const second = '{"v":1,"seq":2,"at":6,"type":"run-cancelled"'
    const [one, two] = [testSeal(first), testSeal(testSeal(first) + second)]
    expect(
      journalText([
        { v: 1, seq: 1, at: 5, type: 'run-cancelled' },
        { v: 1, seq: 2, at: 6, type: 'run-cancelled' },
      ]),
    ).toBe(`${first},"seal":"${one}"}\n${second},"seal":"${two}"}\n`)
  })

  test('come back without their seal, whatever they hold', () => {
    const event = fc.record({ text: fc.string({ unit: 'binary' }), note: fc.jsonValue() })
    fc.assert(
      fc.property(fc.array(event), (parts) => {
        const noted = parts.map(({ text, note }, index): RunEvent => {
          const plain = JSON.parse(JSON.stringify(note))
          return { v: 1, seq: index + 1, at: index, type: 'step-noted', step: text, attempt: 1, note: plain }
        })
        expect(decode(journalText(noted))).toEqual({ events: noted, tornBytes: 0 })
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
    ['a missing line', [lines[0], lines[2], lines[3]], 2, 'its seal does not fit'],
    ['a missing first line', [lines[1]], 1, 'out of its place'],
    ['swapped lines', [lines[0], lines[2], lines[1]], 2, 'does not fit'],
    ['a repeated line', [lines[0], lines[0]], 2, 'does not fit'],
    ['an empty line', [lines[0], '\n', lines[1]], 2, 'it has no seal'],
    ['a line of another program', [lines[0], 'hello, this is a line that is long enough\n'], 2, 'no seal'],
    ['NUL bytes that were written after', [lines[0], '\0\0\0\0', lines[1]], 2, 'does not fit'],
    ['a line of another journal', [lines[0], other[1]], 2, 'does not fit'],
    ['a line under another key', [lines[0], foreign[1]], 2, 'does not fit'],
    ['a journal under another key', foreign, 1, 'not written on this machine by this user'],
    ['a first line that was changed', [lines[0]?.replace('"at":', '"ab":')], 1, 'it is not an event'],
    ['a first line of other content', [lines[0]?.replace('s1', 's7')], 1, 'not written on this machine'],
    ['a seal cut short', [lines[0], lines[1]?.replace(/.(?="\}\n$)/, '')], 2, 'does not fit'],
    ['an empty seal', [lines[0], lines[1]?.replace(/"seal":".*(?="\}\n$)/, '"seal":"')], 2, 'does not fit'],
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

/** A line as no Tutti would write it, but with the right seal. */
function sealed(body: string): string {
  return `${body},"seal":"${testSeal(body)}"}\n`
}

test('a journal that is not our own can be looked at, and says so', () => {
  expect(decodeJournal(Buffer.from(foreign.join('')), FILE, testSeal)).toMatchObject({ events, isOwn: false })
  expect(decodeJournal(Buffer.from(lines.join('')), FILE, null)).toMatchObject({ events, isOwn: false })
  expect(decodeJournal(Buffer.from(lines.join('')), FILE, testSeal)).toMatchObject({ events, isOwn: true })
})
