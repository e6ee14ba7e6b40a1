import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findOwnKey, ownKey } from './own-key.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-key-'))
  file = join(folder, 'state', 'tutti', 'key')
})
afterEach(() => rm(folder, { recursive: true }))

it('P11: is made at first need alone, and for nobody else to read', async () => {
  expect(await findOwnKey(file)).toBeNull()
  expect(await readdir(folder)).toEqual([])
  const key = await ownKey(file)
  expect(key).toHaveLength(32)
  expect(await findOwnKey(file)).toEqual(key)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(dirname(file))).mode & 0o777).toBe(0o700)
})

it('is the same for all who make it at once, and nothing else is left', async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => ownKey(file)))
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  expect(await readdir(dirname(file))).toEqual(['key'])
})

it('closes a folder that was open to others', async () => {
  await mkdir(dirname(file), { recursive: true, mode: 0o755 })
  await ownKey(file)
  expect((await stat(dirname(file))).mode & 0o777).toBe(0o700)
})

it.each<[string, (key: string) => Promise<unknown>, string]>([
  ['open to others', (key) => chmod(key, 0o640), 'can be read or changed by others'],
  ['cut short', (key) => truncate(key, 10), 'is damaged'],
  ['too long', (key) => writeFile(key, 'x'.repeat(33)), 'is damaged'],
  ['empty', (key) => truncate(key, 0), 'is damaged'],
  ['a folder', async (key) => (await rm(key), mkdir(key)), 'is damaged'],
  ['a link', async (key) => (await rm(key), symlink('/dev/zero', key)), 'cannot be used'],
])('that is %s is refused with one sentence, and never replaced', async (_how, damage, words) => {
  await ownKey(file)
  await damage(file)
  const refused = { code: 'workspace-failed', message: expect.stringContaining(words) as string }
  await expect(ownKey(file)).rejects.toMatchObject({ failure: refused })
  await expect(findOwnKey(file)).rejects.toMatchObject({ failure: refused })
})
