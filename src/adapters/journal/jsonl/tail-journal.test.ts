import { appendFile, mkdtemp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunEvent } from '../../../kernel/event.ts'
import { createSeal } from '../../seal/hmac-seal.ts'
import { encodeEvents } from './encode-events.ts'
import { JournalTail } from './tail-journal.ts'

const seal = createSeal(Buffer.from('a key'), 'journal one')
const forger = createSeal(Buffer.from('another'), 'journal one')

let folder: string
let file: string
let tail: JournalTail
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-tail-'))
  file = join(folder, 'journal.jsonl')
  tail = new JournalTail(file)
})
afterEach(() => rm(folder, { recursive: true }))

function events(from: number, to: number): readonly RunEvent[] {
  return Array.from({ length: to - from + 1 }, (_, index) => ({
    v: 1 as const,
    seq: from + index,
    at: 1,
    type: 'run-paused' as const,
    reason: 'asked' as const,
    by: `é ${from + index}`,
  }))
}

async function seen(): Promise<readonly number[]> {
  const { events: found, isOwn } = await tail.look(seal)
  expect(isOwn).toBe(true)
  return found.map(({ seq }) => seq)
}

test('P8: each look has what is new, and a line that is half written is not there yet', async () => {
  const { text } = encodeEvents(events(1, 5), seal)
  const lines = text.split(/(?<=\n)/)
  await writeFile(file, lines.slice(0, 2).join(''))
  expect(await seen()).toEqual([1, 2])
  expect(await seen()).toEqual([])
  await appendFile(file, `${lines[2]}${lines[3]?.slice(0, 20)}`)
  expect(await seen()).toEqual([3])
  // Its writer was killed, and the next one cuts what is torn.
  await truncate(file, Buffer.byteLength(lines.slice(0, 3).join('')))
  expect(await seen()).toEqual([])
  await appendFile(file, lines.slice(3).join(''))
  expect(await seen()).toEqual([4, 5])
})

test('P8: a journal that was replaced, as when a person takes a run over, is told on and not anew', async () => {
  await writeFile(file, encodeEvents(events(1, 3), forger).text)
  expect(await tail.look(seal)).toMatchObject({ isOwn: false, events: [{ seq: 1 }, { seq: 2 }, { seq: 3 }] })
  const draft = join(folder, 'draft')
  await writeFile(draft, encodeEvents(events(1, 4), seal).text)
  await rename(draft, file)
  expect(await seen()).toEqual([4])
})

test('P8: a journal that was restored in its place is read from its beginning', async () => {
  const { text } = encodeEvents(events(1, 4), seal)
  const lines = text.split(/(?<=\n)/)
  await writeFile(file, lines.slice(0, 2).join(''))
  expect(await seen()).toEqual([1, 2])
  const longer = encodeEvents(
    events(1, 4).map((event) => ({ ...event, at: 1_000_000 })),
    seal,
  )
  await writeFile(file, longer.text)
  expect(await seen()).toEqual([3, 4])
})

test('P11: a line that does not follow on what was read is corrupt, however well it is sealed', async () => {
  const first = encodeEvents(events(1, 2), seal)
  await writeFile(file, first.text)
  expect(await seen()).toEqual([1, 2])
  for (const forged of [
    encodeEvents(events(3, 3), forger, first.seal),
    encodeEvents(events(3, 3), seal),
    encodeEvents(events(4, 4), seal, first.seal),
  ]) {
    await writeFile(file, first.text + forged.text)
    await expect(tail.look(seal)).rejects.toMatchObject({
      code: 'journal-corrupt',
      message: expect.stringContaining('Line 3 of'),
    })
  }
  await writeFile(file, first.text + encodeEvents(events(3, 3), seal, first.seal).text)
  expect(await seen()).toEqual([3])
  expect(await readFile(file, 'utf8')).toContain('é 3')
})
