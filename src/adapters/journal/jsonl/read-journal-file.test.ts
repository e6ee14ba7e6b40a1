import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleEvent, sampleEvents } from '../../../../test/ports/journal.suite.ts'
import { encodeLine } from './encode-line.ts'
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
  const line = encodeLine(sampleEvent(2))
  await writeFile(file, encodeLine(sampleEvent(1)) + line.slice(0, 30))
  expect(await readJournalFile(file)).toEqual({ events: [sampleEvent(1)], tornBytes: 30 })
  expect(await readFile(file, 'utf8')).toBe(encodeLine(sampleEvent(1)) + line.slice(0, 30))
  await appendFile(file, line.slice(30))
  expect(await readJournalFile(file)).toEqual({ events: sampleEvents(2), tornBytes: 0 })
})

test('a corrupt line is reported with its number', async () => {
  await writeFile(file, sampleEvents(3).map(encodeLine).join('').replace('"seq":2', '"seq":7'))
  await expect(readJournalFile(file)).rejects.toMatchObject({
    failure: { code: 'journal-corrupt', file, line: 2 },
  })
})

test('a torn tail that was replaced while it was being read is no corruption', async () => {
  const line = encodeLine(sampleEvent(1))
  const looks = [Buffer.from(`{"torn${line.slice(6)}`), Buffer.from(line)]
  const read = async (): Promise<Buffer> => looks.shift() ?? Buffer.alloc(0)
  expect(await decodeLive(file, read)).toEqual({ events: [sampleEvent(1)], tornBytes: 0 })
  expect(looks).toEqual([])
})

test('a file that is not there is an unknown run', async () => {
  await expect(readJournalFile(file)).rejects.toMatchObject({ code: 'run-unknown' })
})

test('a file that cannot be read says so', async () => {
  await expect(readJournalFile(folder)).rejects.toMatchObject({ code: 'journal-unwritable' })
})
