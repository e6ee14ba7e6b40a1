import { execFile } from 'node:child_process'
import { link, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeAfter } from './folder-handle.ts'
import { openAnew } from './open-anew.ts'
import { openToAppend } from './open-to-append.ts'

let folder = ''
let notes = ''
let file = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-anew-'))
  notes = join(folder, 'notes')
  file = join(folder, 'ours', 'output.log')
  await writeFile(notes, 'mine\n')
  await mkdir(join(folder, 'ours'))
})
afterEach(() => rm(folder, { recursive: true }))

async function write(text: string): Promise<void> {
  const handle = await openAnew(file, 0o600)
  await closeAfter(handle, handle.writeFile(text))
}

async function append(text: string): Promise<void> {
  const handle = await openToAppend(file, 0o600)
  await closeAfter(handle, handle.writeFile(text))
}

test('a file is made, emptied and gone on with', async () => {
  await write('a longer one\n')
  await write('one\n')
  await append('two\n')
  expect(await readFile(file, 'utf8')).toBe('one\ntwo\n')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(folder, 'ours'))).toEqual(['output.log'])
})

test.each<readonly [string, () => unknown]>([
  ['a link', () => symlink(notes, file)],
  ['a second name of a file', () => link(notes, file)],
  ['a folder', () => mkdir(join(file, 'deep'), { recursive: true })],
  ['a pipe', () => promisify(execFile)('mkfifo', [file])],
])('P11: %s in its place is kept beside it, and nothing is written through it', async (_what, make) => {
  await make()
  await expect(append('two\n')).rejects.toThrow()
  await write('one\n')
  expect(await readFile(file, 'utf8')).toBe('one\n')
  expect(await readFile(notes, 'utf8')).toBe('mine\n')
  expect(await readdir(join(folder, 'ours'))).toHaveLength(2)
})

test('P11: a link in the place of its folder is not followed', async () => {
  await rm(join(folder, 'ours'), { recursive: true })
  await symlink(folder, join(folder, 'ours'))
  await expect(write('one\n')).rejects.toThrow('is no folder')
  expect((await readdir(folder)).toSorted()).toEqual(['notes', 'ours'])
})
