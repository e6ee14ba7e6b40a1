import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findLosses, takeSnapshot } from './snapshot.ts'

const journal = 'project/.git/tutti/runs/one/journal.jsonl'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-snapshot-'))
  await mkdir(join(folder, 'project/.git/tutti/runs/one'), { recursive: true })
  await mkdir(join(folder, 'project/.git/refs/heads'), { recursive: true })
  await writeFile(join(folder, 'project/mine.txt'), 'mine\n')
  await writeFile(join(folder, 'project/.git/refs/heads/main'), 'a commit\n')
  await writeFile(join(folder, journal), 'one\ntwo\n')
})
afterEach(() => rm(folder, { recursive: true }))

async function lossesAfter(change: () => Promise<unknown>, mayGrow = false): Promise<readonly string[]> {
  const before = await takeSnapshot(folder)
  await change()
  return findLosses(before, await takeSnapshot(folder), mayGrow)
}

test('what was lost is found', async () => {
  expect(await lossesAfter(() => Promise.resolve())).toEqual([])
  expect(await lossesAfter(() => writeFile(join(folder, 'project/mine.txt'), 'yours\n'))).toEqual([
    'project/mine.txt has changed',
  ])
  expect(await lossesAfter(() => rm(join(folder, 'project/.git/refs/heads/main')))).toEqual([
    'project/.git/refs/heads/main is gone',
  ])
  expect(await lossesAfter(() => writeFile(join(folder, 'project/stray.txt'), ''))).toEqual([
    'project/stray.txt is new',
  ])
})

test('a journal may only grow, and only where it is said', async () => {
  const append = (): Promise<void> => appendFile(join(folder, journal), 'three\n')
  expect(await lossesAfter(append)).toEqual([`${journal} has changed`])
  expect(await lossesAfter(append, true)).toEqual([])
  expect(await lossesAfter(() => writeFile(join(folder, journal), 'one\n'), true)).toEqual([
    `${journal} has changed`,
  ])
})
