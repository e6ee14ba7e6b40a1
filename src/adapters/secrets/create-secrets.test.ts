import { describe, expect, it } from 'vitest'
import { HEX, honest, planted, random } from '../../../test/fixtures/made-up-secrets.ts'
import { createSecrets } from './create-secrets.ts'

const secrets = createSecrets({ known: [] })
const mixedLetters = (length: number): string => random(length, 'bcdghjklmnpqtvwzBCDGHJKLMNPQTVWZ')
const added = (after: string, path = 'src/a.ts') => [{ path, kind: 'added' as const, before: null, after }]

describe('P11: a secret in a change', () => {
  it.each(planted)('is found and not told: $kind (%#)', async ({ kind, make, path }) => {
    const text = `first\n${make()}\nlast`
    const found = await secrets.find(added(text, path))
    const clean = await secrets.redact(text)

    expect(found.map((one) => one.kind)).toContain(kind)
    expect(found.map(({ line }) => line)).toContain(2)
    expect(await secrets.redact(clean)).toBe(clean)
    expect(await secrets.find(added(clean, path))).toEqual([])
    const told = JSON.stringify(found) + clean
    for (const word of text.match(/[\w/+-]{16,}/g) ?? []) {
      if (/\d/.test(word) && !/^(?:github_pat_|https)/.test(word)) expect(told).not.toContain(word.slice(-12))
    }
  })

  it.each(honest)('is not seen in $what', async ({ text, path }) => {
    expect(await secrets.find(added(text, path))).toEqual([])
    expect(await secrets.redact(text)).toBe(text)
  })

  it.each(['AIza%DYOURdb6Gyf3i', 'hf_%jcoxMdYoUrNoaaaa', 'AIza%qqgHpFAKEvq75B'])(
    'is found where a word stands in its letters by chance: %s',
    async (shape) => {
      const [before = '', after = ''] = shape.split('%')
      const length = (before === 'hf_' ? 34 : 35) - after.length
      const secret = `${before}${mixedLetters(length)}${after}`
      expect(await secrets.find(added(secret))).toHaveLength(1)
    },
  )

  it.each(['Your-key-', '_FAKE_', 'fakefake'])('is not seen where a word says so: %s', async (word) => {
    expect(await secrets.find(added(`AIza${word}${mixedLetters(35 - word.length)}`))).toEqual([])
  })

  it('counts only when it is new, also where its file or its line has moved', async () => {
    const line = `key: 'ghp_${random(36)}'`
    const find = (before: string | null, after: string | null) =>
      secrets.find([
        { path: 'a', kind: 'modified', before, after },
        { path: 'b', kind: 'added', before: null, after: 'x' },
      ])
    expect(await find(line, `more\n${line}, // the same`)).toEqual([])
    expect(await find(line, null)).toEqual([])
    expect(await find('other', line)).toHaveLength(1)
    const moved = [
      { path: 'old', kind: 'deleted' as const, before: line, after: null },
      { path: 'new', kind: 'added' as const, before: null, after: line },
    ]
    expect(await secrets.find(moved)).toEqual([])
  })

  it('has a name that stays the same, by file and secret', async () => {
    const one = `ghp_${random(36)}`
    const other = `ghp_${random(36)}`
    const id = async (text: string, path = 'a') => (await secrets.find(added(text, path)))[0]?.id
    expect(await id(`\n\n${one}`)).toBe(await id(one))
    expect(await id(other)).not.toBe(await id(one))
    expect(await id(one, 'b')).not.toBe(await id(one))
  })

  it('is not hidden by a comment that switches a rule off', async () => {
    expect(await secrets.find(added(`/* secretlint-disable */ ghp_${random(36)}`))).toHaveLength(1)
  })

  it.each(['a.', '_', 'a1', 'ghp_'])(
    'is looked for in a line of many %j within seconds, and found behind it',
    async (unit) => {
      const text = `${unit.repeat(300_000 / unit.length)} ghp_${random(36)}`
      const before = performance.now()
      expect(await secrets.find(added(text))).toMatchObject([{ kind: 'a token of GitHub', line: 1 }])
      expect(performance.now() - before).toBeLessThan(10_000)
    },
  )

  it('is found in the name of a file or a folder, and told to nobody', async () => {
    const token = `ghp_${random(36)}`
    const path = `notes/${token}/a.txt`
    const found = await secrets.find(added('x', path))
    expect(found).toMatchObject([{ line: 0, kind: 'named with a token of GitHub' }])
    expect(JSON.stringify(found)).not.toContain(token)
    const moved = { path: `old/${token}`, kind: 'deleted' as const, before: 'x', after: null }
    expect(await secrets.find([...added('x', path), moved])).toEqual([])
  })

  it.each([
    ['.env', `SECRET_KEY=${random(64, HEX)}`],
    ['.env.production.bak', `API_KEY="${random(32, HEX).toUpperCase()}"`],
    ['deploy/.env.local', `export DB_PASSWORD='${['kQ7', 'zR3', 'pW9', 'xE4', 'mT8', 'v'].join('')}' # ours`],
  ])('may be shorter, or a number, in %s, which is what a machine is set up with', async (path, line) => {
    expect(await secrets.find(added(`A=1\n${line}\nB=2`, path))).toMatchObject([{ path, line: 2 }])
    expect(await secrets.find(added(line, `${path}.example`))).toEqual([])
    expect(await secrets.find(added(line, 'src/fixture.txt'))).toEqual([])
  })

  it('may be a file by its name', async () => {
    expect(
      await secrets.find([{ path: 'x/server.p12', kind: 'added', before: null, after: null }]),
    ).toMatchObject([{ path: 'x/server.p12', line: 0, kind: 'a store of keys' }])
    expect(await secrets.find(added(random(32, HEX), 'config/master.key'))).toHaveLength(1)
    expect(await secrets.find(added('C4 E4 G4', 'songs/c-major.key'))).toEqual([])
  })
})

it('P11: a change of ordinary size is searched in no time', async () => {
  const text = Array.from(
    { length: 400 },
    (_, at) => `export const name${at} = '${random(8)}' // ${at}\n`,
  ).join('')
  const files = Array.from({ length: 5 }, (_, at) => ({ ...added(text, `src/${at}.ts`)[0] }))
  const change = files.map(({ path = '' }) => ({ path, kind: 'added' as const, before: null, after: text }))
  await secrets.find(change)
  const times: number[] = []
  for (let round = 0; round < 9; round += 1) {
    const from = performance.now()
    await secrets.find(change)
    times.push(performance.now() - from)
  }
  expect(Math.min(...times)).toBeLessThan(5)
})
