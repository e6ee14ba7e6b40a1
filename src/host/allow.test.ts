import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { allowedIn, allowedNow, removeAllowed } from './allow-store.ts'
import type { AllowPlace } from './allow.ts'
import { allowMore } from './allow.ts'

let home: string
let place: AllowPlace

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tutti-allow-'))
  place = placeOf('/projects/one/.git')
})

afterEach(() => rmSync(home, { recursive: true }))

function placeOf(commonDir: string): AllowPlace {
  const root = join(commonDir, '..')
  return { environment: { HOME: home }, locations: { repository: { root, commonDir, gitDir: commonDir } } }
}

test('P11: what a person allows is remembered for this repository, and for no other', async () => {
  await allowMore(place, 'host', ['API.example.com', 'localhost:11434'], '/')
  await allowMore(place, 'host', ['api.example.com'], '/')
  await allowMore(place, 'write', ['~/.cache/tool', 'below'], '/somewhere')
  const allowed = await allowedIn(place.environment, '/projects/one/.git')
  expect(allowed).toEqual({
    host: ['api.example.com', 'localhost:11434'],
    read: [],
    write: [join(home, '.cache/tool'), '/somewhere/below'],
  })
  expect(allowedNow(place.environment, '/projects/one/.git')).toEqual(allowed)
  expect(await allowedIn(place.environment, '/projects/two/.git')).toEqual({ host: [], read: [], write: [] })
  const file = join(home, '.local/state/tutti/allowed.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a word can be taken back', async () => {
  await allowMore(place, 'host', ['a.example', 'b.example'], '/')
  expect(await removeAllowed(place.environment, '/projects/one/.git', 'host', 'a.example')).toBe(true)
  expect(await removeAllowed(place.environment, '/projects/one/.git', 'host', 'a.example')).toBe(false)
  expect((await allowedIn(place.environment, '/projects/one/.git')).host).toEqual(['b.example'])
})

test.each([
  ['write', '/'],
  ['read', '~'],
  ['write', '~/.local'],
  ['write', '~/.local/state/tutti/trust.json'],
  ['write', '/projects'],
  ['read', '/projects/one/.git/tutti'],
] as const)('P11: nobody opens so much by one word: %s %s', async (kind, value) => {
  await expect(allowMore(place, kind, [value], '/')).rejects.toThrow('cannot be opened to the sandbox')
})

test.each(['.', '.local', '.local/state/tutti/key', '../../../../..'])(
  'P11: a link that a project brings opens no more than its own name would: to %s of the home',
  async (to) => {
    const project = join(home, 'project')
    mkdirSync(project)
    mkdirSync(join(home, '.local/state/tutti'), { recursive: true })
    symlinkSync(join(home, to), join(project, 'cache'))
    for (const value of ['cache', './cache/', join(project, 'cache')])
      await expect(allowMore(place, 'write', [value], project)).rejects.toThrow('cannot be opened')
  },
)

test('a link that leads in a circle is taken as it stands', async () => {
  symlinkSync(join(home, 'b'), join(home, 'a'))
  symlinkSync(join(home, 'a'), join(home, 'b'))
  expect((await allowMore(place, 'write', ['a'], home)).write).toHaveLength(1)
})

test('a link to a folder of its own is allowed as that folder, wherever the link leads later', async () => {
  const data = join(home, 'data')
  mkdirSync(data)
  symlinkSync(data, join(home, 'cache'))
  expect((await allowMore(place, 'write', ['cache', 'cache/deep/er'], home)).write).toEqual([
    realpathSync(data),
    join(realpathSync(data), 'deep/er'),
  ])
})

test.each(['https://a.example', '*', 'localhost', 'a b'])('"%s" is told to be no host', async (value) => {
  await expect(allowMore(place, 'host', [value], '/')).rejects.toThrow('is no host')
})
