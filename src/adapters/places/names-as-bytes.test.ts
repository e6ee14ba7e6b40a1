import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyFolder } from './empty-folder.ts'
import { closeAfter, openFolder } from './folder-handle.ts'
import type { Folder } from './folder-handle.ts'
import { withoutPipes } from './release-pipes.ts'
import { allowAccess } from './walk-folders.ts'

const ODD = Buffer.from('n\xff', 'latin1')
let path: string
let folder: Folder
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'tutti-odd-'))
  const found = await openFolder(path)
  if (found === null) throw new Error('there is no such folder')
  folder = found
})
afterEach(() => closeAfter(folder, rm(path, { recursive: true, force: true })))

function below(...names: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat([Buffer.from(path), ...names.flatMap((name) => [Buffer.from('/'), Buffer.from(name)])])
}

test('P11: a folder is emptied of what has no name that is text', async () => {
  await mkdir(below(ODD))
  await mkdir(below(ODD, ODD))
  await mkdir(below(ODD, ODD, 'more'))
  await writeFile(below(ODD, ODD, ODD), 'x')
  await writeFile(below(ODD, 'plain'), 'x')
  await emptyFolder(folder)
  expect(await readdir(path)).toEqual([])
})

test('P11: a pipe below a folder whose name is no text keeps nobody waiting', async () => {
  await mkdir(below(ODD))
  execFileSync('sh', ['-c', 'for each in "$1"/*; do mkfifo "$each/pipe"; done', 'sh', path])
  expect(await withoutPipes(folder, () => readFile(below(ODD, 'pipe'), 'utf8'))).toBe('')
})

test('P11: files are made readable under any name', async () => {
  await writeFile(below(ODD), 'x', { mode: 0 })
  await allowAccess(folder)
  expect((await stat(below(ODD))).mode & 0o400).toBe(0o400)
})
