import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { journalText, testSeal } from '../../../../test/harness/test-seal.ts'
import { sampleEvent, sampleEvents } from '../../../../test/ports/journal.suite.ts'
import type { JournalBytes } from './read-journal-file.ts'
import { decodeLive, readJournalFile } from './read-journal-file.ts'

let folder = ''
let file = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-view-'))
  file = join(folder, 'journal.jsonl')
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

test('a line that its writer has half written is not there yet, and is left alone', async () => {
  const whole = journalText(sampleEvents(2))
  const half = whole.slice(0, journalText([sampleEvent(1)]).length + 30)
  await writeFile(file, half)
  expect(await readJournalFile(file, testSeal)).toMatchObject({ events: [sampleEvent(1)], tornBytes: 30 })
  expect(await readFile(file, 'utf8')).toBe(half)
  await appendFile(file, whole.slice(half.length))
  expect(await readJournalFile(file, testSeal)).toMatchObject({ events: sampleEvents(2), tornBytes: 0 })
})

test('a corrupt line is reported with its number', async () => {
  await writeFile(file, journalText(sampleEvents(3)).replace('"seq":2', '"seq":7'))
  await expect(readJournalFile(file, testSeal)).rejects.toMatchObject({
    failure: { code: 'journal-corrupt', file, line: 2 },
  })
})

test('a torn tail that was replaced while it was being read is no corruption', async () => {
  const line = journalText([sampleEvent(1)])
  const looks = [Buffer.from(`{"torn${line.slice(6)}`), Buffer.from(line)]
  const read = async (): Promise<JournalBytes> => ({ bytes: looks.shift() ?? Buffer.alloc(0), mark: null })
  expect(await decodeLive(file, testSeal, read)).toMatchObject({ events: [sampleEvent(1)], tornBytes: 0 })
  expect(looks).toEqual([])
})

test('a file that is not there is an unknown run', async () => {
  await expect(readJournalFile(file, testSeal)).rejects.toMatchObject({ code: 'run-unknown' })
})

test('a file that cannot be read says so', async () => {
  await expect(readJournalFile(folder, testSeal)).rejects.toMatchObject({ code: 'journal-unwritable' })
})
