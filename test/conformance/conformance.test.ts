import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findAgainst, findClaims } from './find-claims.ts'
import type { Evidence } from './judge-conformance.ts'
import { judgeConformance } from './judge-conformance.ts'
import { rulesOf, ruleSets } from './known-rules.ts'
import { readEvidence } from './read-evidence.ts'
import { renderConformance } from './render-conformance.ts'

const root = join(import.meta.dirname, '../..')
const document = join(root, 'docs/conformance.md')
const all = ruleSets.flatMap(rulesOf)

/** Evidence in which nothing is missing. */
const sound: Evidence = {
  claims: all.map((rule) => ({ rules: [rule], how: 'proven', title: 'it is so', file: 'a.test.ts' })),
  against: [],
  words: Object.fromEntries(all.map((rule) => [rule, 'It is so.'])),
}

test('P9: every rule of the four processes is proven, impossible to break or decided against', async () => {
  const evidence = await readEvidence(root)
  expect(evidence.claims.length).toBeGreaterThan(100)
  expect(judgeConformance(evidence)).toEqual([])
})

test('P9: docs/conformance.md is what the tests say', async () => {
  const page = renderConformance(await readEvidence(root))
  if (process.env['UPDATE_CONFORMANCE'] === '1') await writeFile(document, page)
  expect(await readFile(document, 'utf8').catch(() => '')).toBe(page)
})

describe('a planted failure is seen:', () => {
  test('nothing is wrong where nothing is missing', () => {
    expect(all).toHaveLength(243)
    expect(judgeConformance(sound)).toEqual([])
  })

  test.each<[string, Partial<Evidence>, string]>([
    ['a rule without a test', { claims: sound.claims.slice(1) }, 'A1 has no test.'],
    ['a rule without words', { words: { ...sound.words, B7: ' ' } }, 'B7 has no words.'],
    [
      'a test of a rule that does not exist',
      { claims: [...sound.claims, { rules: ['C52'], how: 'proven', title: 't', file: 'a.test.ts' }] },
      'C52 does not exist: a.test.ts: t',
    ],
    [
      'words of a rule that does not exist',
      { words: { ...sound.words, A94: 'It is so.' } },
      'A94 does not exist, and has words.',
    ],
    [
      'a decision about a rule that does not exist',
      { against: [{ rule: 'D46', why: 'no', file: 'd.md' }] },
      'D46 does not exist: d.md',
    ],
    [
      'a rule that is decided against and tested',
      { against: [{ rule: 'D1', why: 'no', file: 'd.md' }] },
      'D1 is decided against and has a test.',
    ],
  ])('%s', (_what, part, problem) => {
    expect(judgeConformance({ ...sound, ...part })).toEqual([problem])
  })

  test('too many rules decided against, of one process and of all', () => {
    const without = (...rules: readonly string[]): readonly string[] =>
      judgeConformance({
        ...sound,
        claims: sound.claims.filter(({ rules: [rule = ''] }) => !rules.includes(rule)),
        against: rules.map((rule) => ({ rule, why: 'no', file: 'd.md' })),
      })
    expect(without('A1', 'A2', 'B1', 'C1', 'D1')).toEqual([])
    expect(without('B1', 'B2')).toEqual(['2 rules of B are decided against: at most 1.'])
    expect(without('A1', 'A2', 'A3', 'B1', 'C1', 'D1')).toEqual([
      '3 rules of A are decided against: at most 2.',
      '6 rules are decided against: at most 5.',
    ])
  })

  test('a page that is not what the tests say', () => {
    const page = renderConformance(sound)
    const [first, ...others] = sound.claims
    const claims = first === undefined ? [] : [{ ...first, how: 'impossible' as const }, ...others]
    expect(renderConformance({ ...sound, claims })).not.toBe(page)
    expect(page).toContain('- **A1** It is so. _proven_\n  - `a.test.ts`: it is so\n')
  })
})

describe('titles', () => {
  const source = [
    "test('A1, B2: does it', …)",
    'test("A3 impossible: cannot do it", …)',
    "test('P1, C4–C6: does more', …)",
    "{ name: 'D7: in a row' }",
    "it('A8: it\\'s so', …)",
    "test('P1: nobody’s rule', …)",
    "const vitamin = 'B12'",
    '// A9: a comment',
  ].join('\n')

  test('are found with their rules wherever a string begins with them', () => {
    expect(findClaims(new Map([['a.test.ts', source]]))).toEqual([
      { rules: ['A1', 'B2'], how: 'proven', title: 'does it', file: 'a.test.ts' },
      { rules: ['A3'], how: 'impossible', title: 'cannot do it', file: 'a.test.ts' },
      { rules: ['C4', 'C5', 'C6'], how: 'proven', title: 'does more', file: 'a.test.ts' },
      { rules: ['D7'], how: 'proven', title: 'in a row', file: 'a.test.ts' },
      { rules: ['A8'], how: 'proven', title: "it's so", file: 'a.test.ts' },
    ])
  })

  test('decisions are found by their lines', () => {
    const text = '# 0027\n\n- Decided against: A35, A36 — because of that.\nA37 — not this.\n'
    expect(findAgainst(new Map([['d.md', text]]))).toEqual([
      { rule: 'A35', why: 'because of that.', file: 'd.md' },
      { rule: 'A36', why: 'because of that.', file: 'd.md' },
    ])
  })
})
