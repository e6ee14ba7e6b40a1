import { describe, expect, test } from 'vitest'
import type { RunEvent } from '../../src/kernel/event.ts'
import type { Json } from '../../src/kernel/json.ts'
import type { Journal } from '../../src/kernel/ports/journal.ts'

/** An event that is different for every number, and for every text. */
export function sampleEvent(seq: number, text = `step ${seq}`): RunEvent {
  return {
    v: 1,
    seq,
    at: 1_000 + seq,
    type: 'step-noted',
    step: text,
    attempt: 1,
    note: { text, list: [seq] },
  }
}

export function sampleEvents(count: number, first = 1): readonly RunEvent[] {
  return Array.from({ length: count }, (_, index) => sampleEvent(first + index))
}

/** Every journal passes these; `make` gives an empty one that is forgotten or removed after its test. */
export function describeJournalPort(name: string, make: () => Promise<Journal>): void {
  describe(`journal port: ${name}`, () => {
    test('a new journal is empty', async () => {
      const journal = await make()
      expect(await journal.read()).toEqual({ events: [], tornBytes: 0 })
      await journal.close()
    })

    test('gives back what was appended, in order, with and without a read before', async () => {
      const journal = await make()
      await journal.append(sampleEvents(2))
      await journal.append([])
      await journal.append(sampleEvents(3, 3))
      expect(await journal.read()).toEqual({ events: sampleEvents(5), tornBytes: 0 })
      await journal.append([
        sampleEvent(6, 'line\nbreak "quoted" \u2028 \ud800 𝄞 ü \u0000 ,"crc":"00000000"}'),
      ])
      expect((await journal.read()).events).toHaveLength(6)
      expect((await journal.read()).events[5]).toEqual(
        sampleEvent(6, 'line\nbreak "quoted" \u2028 \ud800 𝄞 ü \u0000 ,"crc":"00000000"}'),
      )
      await journal.close()
    })

    test('many appends at once keep the order of the calls and resolve in it', async () => {
      const journal = await make()
      const resolved: number[] = []
      await Promise.all(
        sampleEvents(200).map(async (event) => {
          await journal.append([event])
          resolved.push(event.seq)
        }),
      )
      expect(resolved).toEqual(sampleEvents(200).map((event) => event.seq))
      expect((await journal.read()).events).toEqual(sampleEvents(200))
      await journal.close()
    })

    test('an event out of its place is refused, and nothing of its group is kept', async () => {
      const journal = await make()
      await journal.append(sampleEvents(2))
      for (const wrong of [[sampleEvent(2)], [sampleEvent(4)], [sampleEvent(3), sampleEvent(5)]]) {
        await expect(journal.append(wrong)).rejects.toMatchObject({ code: 'bug' })
      }
      await journal.append([sampleEvent(3)])
      expect((await journal.read()).events).toEqual(sampleEvents(3))
      await journal.close()
    })

    test('an event that its owner changes afterwards stays as it was appended', async () => {
      const journal = await make()
      await journal.read()
      const note = { text: 'before' }
      const appended = journal.append([
        { v: 1, seq: 1, at: 1, type: 'step-noted', step: 's', attempt: 1, note },
      ])
      note.text = 'after'
      await appended
      expect((await journal.read()).events[0]).toMatchObject({ note: { text: 'before' } })
      await journal.close()
    })

    test.each<[string, Json]>([
      ['null', null],
      ['a small object', { list: [1, 'two', null], deep: { deeper: true } }],
      ['a string just small enough', 'x'.repeat(32 * 1024 - 2)],
      ['a large string', 'x'.repeat(32 * 1024 - 1)],
      ['few characters of many bytes', '𝄞'.repeat(9_000)],
      ['a large object', Array.from({ length: 5_000 }, (_, index) => ({ index, text: `entry ${index}` }))],
    ])('keeps and loads %s', async (_what, value) => {
      const journal = await make()
      expect(await journal.load(await journal.keep(value))).toEqual(value)
      await journal.close()
    })

    test('a small value needs no waiting', async () => {
      const journal = await make()
      const stored = journal.keep({ small: true })
      expect(stored).toEqual({ value: { small: true } })
      expect(journal.load({ value: 7 })).toBe(7)
      await journal.close()
    })

    test('a value that a journal does not hold is reported as corrupt, by the name of its file', async () => {
      const journal = await make()
      const load = async (): Promise<Json> => journal.load({ blob: 'ab'.repeat(32), bytes: 40_000 })
      await expect(load()).rejects.toMatchObject({
        failure: { code: 'journal-corrupt', file: expect.stringContaining('ab'.repeat(32)), line: 0 },
      })
      await journal.close()
    })

    test('closing waits for what was appended before it and refuses what comes after', async () => {
      const journal = await make()
      const first = journal.append(sampleEvents(3))
      const last = journal.append([sampleEvent(4)])
      await journal.close()
      await Promise.all([first, last])
      await expect(journal.append([sampleEvent(5)])).rejects.toMatchObject({ code: 'journal-unwritable' })
      expect((await journal.read()).events).toEqual(sampleEvents(4))
      await journal.close()
    })
  })
}
