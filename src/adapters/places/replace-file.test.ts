import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Folder } from './folder-handle.ts'
import { openFolder } from './folder-handle.ts'
import { replaceFile } from './replace-file.ts'

let path: string
let folder: Folder
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'tutti-replace-'))
  const opened = await openFolder(path)
  if (opened === null) throw new Error('The folder is not there.')
  folder = opened
})
afterEach(async () => {
  await folder.close()
  await rm(path, { recursive: true })
})

test('P11: stands in the place of a link or a folder, and what the link leads to stays', async () => {
  await writeFile(join(path, 'theirs'), 'theirs')
  await symlink('theirs', join(path, 'one'))
  await mkdir(join(path, 'two', 'deep'), { recursive: true })
  for (const name of ['one', 'two']) await replaceFile(folder, name, 'ours', { durable: true })
  expect(
    await Promise.all(['theirs', 'one', 'two'].map((name) => readFile(join(path, name), 'utf8'))),
  ).toEqual(['theirs', 'ours', 'ours'])
  expect(await readdir(path)).toHaveLength(3)
})

test('leaves nothing behind where the file cannot have its name', async () => {
  await expect(replaceFile(folder, '.', 'ours')).rejects.toThrow()
  expect(await readdir(path)).toEqual([])
})
