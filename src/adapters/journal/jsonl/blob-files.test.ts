import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { plainEffect } from '../../../kernel/ports/effect.ts'
import type { Effect } from '../../../kernel/ports/effect.ts'
import { BlobFiles } from './blob-files.ts'

const large = 'x'.repeat(40_000)
const HASH = 'cc0075cef116440e817e8b71cdee3c1b20dd815733283e234cbb953be19fa7d3'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-blobs-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

test('a large value is a file named by its hash, and nothing else', async () => {
  const blobs = new BlobFiles(join(folder, 'blobs'), plainEffect)
  expect(await blobs.keep(large)).toEqual({ blob: HASH, bytes: 40_002 })
  expect(await readdir(join(folder, 'blobs'))).toEqual([HASH])
  expect(await readFile(join(folder, 'blobs', HASH), 'utf8')).toBe(JSON.stringify(large))
})

test.each([
  ['the most that stays inline', 'x'.repeat(32 * 1024 - 2), 0],
  ['one byte more', 'x'.repeat(32 * 1024 - 1), 1],
  ['the most of long characters', '𝄞'.repeat(8 * 1024 - 1), 0],
  ['one long character more', '𝄞'.repeat(8 * 1024), 1],
  ['the most of escaped characters', '\u0001'.repeat(5461), 0],
  ['one escaped character more', '\u0001'.repeat(5462), 1],
  ['escaped characters in keys', { ['\u0001'.repeat(5461)]: 0 }, 1],
  ['long numbers', Array.from({ length: 1500 }, () => -1.234567890123456e-300), 1],
])('the limit counts bytes: %s', async (_what, value, files) => {
  await new BlobFiles(folder, plainEffect).keep(value)
  expect(await readdir(folder)).toHaveLength(files)
})

test('equal values kept at once are written once, and later ones find the file', async () => {
  let written = 0
  const effect: Effect = (_label, act) => {
    written += 1
    return act()
  }
  const blobs = new BlobFiles(folder, effect)
  const [first, second] = await Promise.all([blobs.keep(large), blobs.keep(large)])
  expect(first).toEqual(second)
  expect(written).toBe(1)
  expect(await new BlobFiles(folder, effect).keep(large)).toEqual(first)
  expect(await readdir(folder)).toEqual([HASH])
})

test('a half-written or damaged file of a dead writer is written anew', async () => {
  await writeFile(join(folder, `${HASH}.unfinished`), '"xxx')
  await writeFile(join(folder, HASH), '"damaged')
  const blobs = new BlobFiles(folder, plainEffect)
  expect(await blobs.load(await blobs.keep(large))).toBe(large)
  expect(await readdir(folder)).toEqual([HASH])
})

test('a file that was changed or is missing is corrupt, by its name', async () => {
  const blobs = new BlobFiles(folder, plainEffect)
  const stored = await blobs.keep(large)
  const file = join(folder, HASH)
  const corrupt = { failure: { code: 'journal-corrupt', file, line: 0 } }
  await writeFile(file, JSON.stringify(large.replace('x', 'y')))
  await expect(blobs.load(stored)).rejects.toMatchObject(corrupt)
  await rm(file)
  await expect(blobs.load(stored)).rejects.toMatchObject(corrupt)
})

test('a name that is no hash is corrupt, whatever file it leads to', async () => {
  const blobs = new BlobFiles(join(folder, 'blobs'), plainEffect)
  await mkdir(join(folder, 'blobs'))
  await writeFile(join(folder, 'secret'), '1')
  await expect(blobs.load({ blob: '../secret', bytes: 1 })).rejects.toMatchObject({ code: 'journal-corrupt' })
})

test('a folder that cannot be made is an unwritable journal', async () => {
  await writeFile(join(folder, 'blobs'), 'in the way')
  const blobs = new BlobFiles(join(folder, 'blobs'), plainEffect)
  await expect(blobs.keep(large)).rejects.toMatchObject({ code: 'journal-unwritable' })
})
