import { execFile } from 'node:child_process'
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testSeal } from '../../../../test/harness/test-seal.ts'
import { describeStorePort } from '../../../../test/ports/store.suite.ts'
import { plainEffect } from '../../../kernel/ports/effect.ts'
import type { Store } from '../../../kernel/ports/store.ts'
import { createFileStore } from './file-store.ts'
import { pruneFolder } from './prune-folder.ts'

const run = promisify(execFile)

const make = (folder: string, troubles: string[] = []): Store =>
  createFileStore({
    folder,
    effect: plainEffect,
    seal: testSeal,
    onTrouble: (problem) => troubles.push(problem),
  })

describeStorePort('file store', (folder) => make(folder))

let folder = ''
let troubles: string[] = []
let store: Store

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-file-store-'))
  troubles = []
  store = make(folder, troubles)
})

afterEach(() => rm(folder, { recursive: true, force: true }))

async function onlyFile(): Promise<string> {
  const names = await readdir(join(folder, 'verdict'))
  expect(names).toHaveLength(1)
  return join(folder, 'verdict', names[0] ?? '')
}

test('another process finds what one has written', async () => {
  await store.write('verdict', 'x', { passed: true })
  await expect(make(folder).read('verdict', 'x')).resolves.toMatchObject({ value: { passed: true } })
})

test.each([
  ['cut short', (text: string) => text.slice(0, -5)],
  ['empty', () => ''],
  ['not JSON', () => 'green!'],
  ['changed', (text: string) => text.replace('"red"', '"green"')],
  ['of another key', (text: string) => text.replace('"key":"x"', '"key":"y"')],
  ['dated back', (text: string) => text.replace(/"at":\d+/, '"at":1')],
  ['without a seal', (text: string) => text.replace(/,"seal":.*/, '}')],
  ['under an empty seal', (text: string) => text.replace(/"seal":".*"/, '"seal":""')],
  ['a bare value', () => '7'],
])('an entry that is %s is not there, and that is told', async (_how, damage) => {
  await store.write('verdict', 'x', { status: 'red' })
  const file = await onlyFile()
  await writeFile(file, damage(await readFile(file, 'utf8')))
  await expect(store.read('verdict', 'x')).resolves.toBeNull()
  expect(troubles).toEqual([expect.stringContaining(file)])
})

test('an entry can be written again over a damaged one', async () => {
  await store.write('verdict', 'x', 1)
  await writeFile(await onlyFile(), '{')
  await store.write('verdict', 'x', 2)
  await expect(store.read('verdict', 'x')).resolves.toMatchObject({ value: 2 })
  expect(troubles).toEqual([])
})

test('what cannot be kept is told and stops nothing', async () => {
  await writeFile(join(folder, 'verdict'), 'a file where the folder should be')
  await store.write('verdict', 'x', 1)
  await expect(store.read('verdict', 'x')).resolves.toBeNull()
  expect(troubles).toHaveLength(2)
})

test('the time of an entry is the time it was written, whatever its file says', async () => {
  const before = Date.now()
  await store.write('verdict', 'x', 1)
  await utimes(await onlyFile(), new Date(0), new Date(0))
  expect((await store.read('verdict', 'x'))?.writtenAt).toBeGreaterThanOrEqual(before)
})

test('an entry of another kind, or of another user, is not believed', async () => {
  await store.write('flaky', 'x', { status: 'green' })
  await mkdir(join(folder, 'verdict'))
  const name = (await readdir(join(folder, 'flaky')))[0] ?? ''
  await copyFile(join(folder, 'flaky', name), join(folder, 'verdict', name))
  await expect(store.read('verdict', 'x')).resolves.toBeNull()
  const others = createFileStore({ folder, effect: plainEffect, seal: () => 'other', onTrouble: () => {} })
  await others.write('verdict', 'x', { status: 'green' })
  await expect(store.read('verdict', 'x')).resolves.toBeNull()
  expect(troubles).toEqual([
    expect.stringContaining('not written by this user'),
    expect.stringContaining('not written by this user'),
  ])
})

test('a pipe, a link or a folder in the place of an entry is not there', async () => {
  await store.write('verdict', 'x', 1)
  const file = await onlyFile()
  const kept = join(folder, 'kept')
  await rename(file, kept)
  for (const plant of [() => symlink(kept, file), () => mkdir(file), () => run('mkfifo', [file])]) {
    await plant()
    await expect(store.read('verdict', 'x')).resolves.toBeNull()
    await rm(file, { recursive: true })
  }
  expect(troubles).toHaveLength(3)
})

test('only this user may read an entry', async () => {
  await store.write('verdict', 'x', 1)
  const { mode } = await stat(await onlyFile())
  expect(mode & 0o077).toBe(0)
})

test('of too many entries the oldest are forgotten', async () => {
  for (const [index, name] of ['b', 'c', 'a', 'd'].entries()) {
    await writeFile(join(folder, name), '')
    await utimes(join(folder, name), index, index)
  }
  await pruneFolder(folder, 2)
  expect((await readdir(folder)).toSorted()).toEqual(['a', 'd'])
})
