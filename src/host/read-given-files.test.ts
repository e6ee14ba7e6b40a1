import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readGivenFiles } from './read-given-files.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-given-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function put(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), content)
}

test('P9: the mark that some editors put before a text is no part of it', async () => {
  await put('job/plan.yaml', '\uFEFFplan_id: a\r\n')
  expect((await readGivenFiles('job', folder)).files).toEqual([{ path: 'plan.yaml', text: 'plan_id: a\r\n' }])
})

test('P9: a folder is read with all texts in it, by path, and a file under its own name', async () => {
  await put('job/b/plan.yaml', 'b: 1\n')
  await put('job/a.md', '# a\n')
  await put('job/picture.png', Uint8Array.of(137, 80, 0, 1))
  await put('job/node_modules/x/index.js', 'x')
  await put('job/.git/HEAD', 'x')
  await symlink('a.md', join(folder, 'job/same.md'))
  await symlink('nowhere', join(folder, 'job/broken'))
  expect(await readGivenFiles('job', folder)).toEqual({
    path: 'job',
    files: [
      { path: 'a.md', text: '# a\n' },
      { path: 'b/plan.yaml', text: 'b: 1\n' },
      { path: 'same.md', text: '# a\n' },
    ],
  })
  expect(await readGivenFiles('job/b/plan.yaml', folder)).toEqual({
    path: 'job/b/plan.yaml',
    files: [{ path: 'plan.yaml', text: 'b: 1\n' }],
  })
})

describe('P9: what cannot be read is refused in one sentence:', () => {
  test.each([
    ['nothing', '', () => Promise.resolve(), '--from needs the path of a file or folder.'],
    ['no such folder', 'nowhere', () => Promise.resolve(), 'There is no file or folder nowhere; name'],
    ['no text', 'a', () => put('a', Uint8Array.of(0, 1)), 'a is not UTF-8 text; save it as UTF-8.'],
    [
      'a link that leads out',
      'job',
      async () => {
        await put('secret', 'x')
        await put('job/a', 'a')
        await symlink('../secret', join(folder, 'job/b'))
      },
      'job/b leads out of job; put the file itself there.',
    ],
    [
      'too many files',
      'job',
      async () => {
        for (let index = 0; index <= 500; index += 1) await put(`job/${index % 7}/${index}`, '')
      },
      'job holds more than 500 files; name the folder that the process wrote.',
    ],
    [
      'too much',
      'job',
      async () => {
        await put('job/a', 'a'.repeat(6_000_000))
        await put('job/b', 'a'.repeat(6_000_000))
      },
      'job holds more than 10 MB; name the folder that the process wrote.',
    ],
    ['a large file', 'a', () => put('a', 'a'.repeat(11_000_000)), 'a is larger than 10 MB; give what is'],
    [
      'a link to itself',
      'a',
      () => symlink('a', join(folder, 'a')),
      'a is a link that leads to itself; name the files.',
    ],
  ])('%s', async (_what, named, arrange, message) => {
    await arrange()
    await expect(readGivenFiles(named, folder)).rejects.toThrow(message)
  })
})
