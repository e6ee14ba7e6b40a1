import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { conductedFrom } from './conducted-from.ts'
import type { Locations } from './locations.ts'
import { openSeals } from './seals.ts'

let folder: string
let key: string
let name: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-inside-'))
  key = join(folder, 'key')
  name = (await openSeals({ key })).name
})
afterEach(() => rm(folder, { recursive: true }))

const MARKER = '/here/.git#one'
const here = { root: '/here', gitDir: '/here/.git', commonDir: '/here/.git' }
const there = { root: '/there', gitDir: '/there/.git', commonDir: '/there/.git' }

it.each<[string, string | undefined, () => string | undefined, Locations['repository'] | null, boolean]>([
  ['a person', undefined, () => undefined, here, false],
  ['an agent, in its own repository', MARKER, () => name, here, true],
  ['an agent, in another one of the same user', MARKER, () => name, there, true],
  ['an agent, in no repository', MARKER, () => name, null, true],
  ['an agent that named another conductor', MARKER, () => 'other', here, true],
  ['a nested conductor with a key of its own', MARKER, () => 'other', there, false],
  ['an agent without the name of its conductor', MARKER, () => undefined, here, true],
])('P6: tells who is at work for a run: %s', async (_who, marker, conductor, repository, expected) => {
  const environment = { TUTTI_MARKER: marker, TUTTI_CONDUCTOR: conductor() }
  expect(await conductedFrom(environment, { key, repository })).toBe(expected ? MARKER : null)
})

it.each<[string, () => Promise<void>]>([
  ['that others may read', () => chmod(key, 0o644)],
  ['that is cut short', () => truncate(key, 5)],
])('P6: an agent does not become a person by a key %s', async (_what, spoil) => {
  await spoil()
  const environment = { TUTTI_MARKER: MARKER, TUTTI_CONDUCTOR: name }
  expect(await conductedFrom(environment, { key, repository: there })).toBe(MARKER)
  expect(await conductedFrom({}, { key, repository: there })).toBe(null)
})

it('P6: a process that clears its environment is known by the one that started it', async () => {
  const module = join(import.meta.dirname, '../../dist/host/conducted-from.js')
  const code = `const { conductedFrom } = await import(${JSON.stringify(module)}); console.log(await conductedFrom(process.env, ${JSON.stringify({ key, repository: there })}))`
  const cleared = `env -i "${process.execPath}" --input-type=module -e '${code}'; true`
  const env = { PATH: process.env['PATH'], TUTTI_MARKER: MARKER, TUTTI_CONDUCTOR: name }
  const inside = await promisify(execFile)('sh', ['-c', cleared], { env })
  expect(inside.stdout.trim()).toBe(MARKER)
  const outside = await promisify(execFile)('sh', ['-c', cleared], { env: { PATH: process.env['PATH'] } })
  expect(outside.stdout.trim()).toBe('null')
})
