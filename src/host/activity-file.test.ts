import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Activity } from '../kernel/ports/activity.ts'
import { openActivityFile } from './activity-file.ts'

let folder = ''
let file = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-activity-'))
  file = join(folder, 'activity.jsonl')
})

afterEach(() => rm(folder, { recursive: true }))

const said = (text: string): Activity => ({ step: 's', kind: 'message', text })
const read = async (name: string): Promise<readonly Activity[]> =>
  (await readFile(name, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Activity)

test('P11: whatever is said, there are two files of bounded size, and they say what was dropped', async () => {
  const heard: string[] = []
  for (let times = 0; times < 20; times += 1) {
    const activity = openActivityFile({ file, also: ({ text }) => heard.push(text), largest: 20_000 })
    for (let line = 0; line < 30; line += 1) activity.log(said('x'.repeat(100)))
    await activity.close()
  }
  expect(heard).toHaveLength(600)
  expect((await readdir(folder)).toSorted()).toEqual(['activity.jsonl', 'activity.jsonl.1'])
  for (const name of [file, `${file}.1`]) expect((await stat(name)).size).toBeLessThan(25_000)
  const [first] = await read(file)
  expect(first?.text).toMatch(/^\d+ bytes of what was said before were dropped\.$/)
})

test('P11: what comes faster than it can be written is dropped, counted and said', async () => {
  const activity = openActivityFile({ file, also: () => {}, mostWaiting: 1000 })
  for (let line = 0; line < 100_000; line += 1) activity.log(said('x'.repeat(100)))
  await activity.close()
  activity.log(said('after it'))
  await activity.close()
  const lines = await read(file)
  expect(lines.length).toBeLessThan(20)
  expect(lines.at(-2)?.text).toMatch(/^99\d\d\d lines were dropped: they came faster than the disk\.$/)
  expect(lines.at(-1)?.text).toBe('after it')
})

test('a line that is too long is cut and says so; trouble with the file is no trouble', async () => {
  const activity = openActivityFile({ file, also: () => {} })
  activity.log(said('y'.repeat(5000)))
  await activity.close()
  expect((await read(file))[0]?.text).toMatch(/y… \(3000 more characters\)$/)
  await writeFile(join(folder, 'no-folder'), '')
  const broken = openActivityFile({ file: join(folder, 'no-folder/activity.jsonl'), also: () => {} })
  broken.log(said('words'))
  await broken.close()
})
