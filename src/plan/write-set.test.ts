import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pathProblem } from './path-pattern.ts'
import { covers, overlap } from './write-set.ts'

describe('overlap', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['./src//a.ts', 'src/a.ts'],
    ['src', 'src/deep/a.ts'],
    ['src/', 'src/a.ts'],
    ['.', 'any/thing'],
    ['v1.2', 'v1.2/a.ts'],
    ['.github', '.github/ci.yml'],
    ['example.com/', 'example.com/index.html'],
    ['src', '**/*.ts'],
    ['src/*.ts', 'src/a.ts'],
    ['src/*.ts', 'src/a*'],
    ['src/*', 'src/*.ts'],
    ['src/**', 'src/deep/er/a.ts'],
    ['**/*.ts', 'src/*'],
    ['**/index.ts', 'src/**/i*.ts'],
    ['src/**/test/*.ts', 'src/test/a.ts'],
    ['src/**.ts', 'src/deep/a.ts'],
    ['src/a?.ts', 'src/ab.ts'],
    ['src/a?c.ts', 'src/*b?.ts'],
    ['{src,lib}/a.ts', 'lib/a.ts'],
    ['src/{a,b{c,d}}.ts', 'src/bd.ts'],
    ['README.md', 'readme.MD'],
    ['caf\u00E9.md', 'cafe\u0301.md'],
    ['app/[id]/page.tsx', 'app/[id]/page.tsx'],
    ['a*b*c', 'a*c'],
    ['/etc/passwd', 'src/a.ts'],
    ['../x', 'src/a.ts'],
    [`${'{a,b}'.repeat(10)}`, 'zzz'],
  ])('%s meets %s', (a, b) => {
    expect([overlap([a], [b]), overlap([b], [a])]).toEqual([true, true])
  })

  it.each([
    ['src/a.ts', 'src/b.ts'],
    ['src/a', 'src/ab'],
    ['src/*', 'src/deep/a.ts'],
    ['src/*.ts', 'src/a.js'],
    ['src/*.ts', 'src/*.js'],
    ['src/a*', 'src/b*'],
    ['src/**', 'lib/**'],
    ['**/*.ts', 'src/a.js'],
    ['src/**/test/*.ts', 'src/a.ts'],
    ['src/a?.ts', 'src/a.ts'],
    ['{src,lib}/a.ts', 'bin/a.ts'],
    ['app/[id]/page.tsx', 'app/i/page.tsx'],
    ['a*bb*c', 'abc'],
    ['a*a', 'a'],
    ['src/a.ts', 'src/a.ts/b'],
  ])('%s does not meet %s', (a, b) => {
    expect([overlap([a], [b]), overlap([b], [a])]).toEqual([false, false])
  })

  it('compares all with all, and an empty list with nothing', () => {
    expect(overlap(['a', 'b'], ['c', 'b'])).toBe(true)
    expect(overlap(['a', 'b'], ['c', 'd'])).toBe(false)
    expect(overlap([], ['**'])).toBe(false)
    expect(overlap(['/absolute'], [])).toBe(false)
    expect(overlap(['/absolute'], ['/other'])).toBe(true)
  })

  it('is quick to tell apart patterns that are made to cost time', () => {
    const soup = Array.from({ length: 50 }, (_, index) => `${'*a'.repeat(100)}${index}`)
    expect(overlap(soup, ['a'.repeat(200)])).toBe(false)
    expect(overlap([`${'**/x/'.repeat(50)}y`], [`${'x/'.repeat(100)}z.ts`])).toBe(false)
  })
})

describe('covers', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['src', 'src/deep/a.ts'],
    ['./src/', 'src/a.ts'],
    ['.', 'README.md'],
    ['src/*.ts', 'src/.hidden.ts'],
    ['src/**/*.ts', 'src/a.ts'],
    ['src/**/*.ts', 'src/x/y/a.ts'],
    ['{src,test}/a.ts', 'test/a.ts'],
    ['docs/?.md', 'docs/é.md'],
  ])('%s covers %s', (pattern, path) => {
    expect(covers([pattern], path)).toBe(true)
  })

  it.each([
    ['src/a.ts', 'src/b.ts'],
    ['src/*', 'src/deep/a.ts'],
    ['src/A.ts', 'src/a.ts'],
    ['/src/a.ts', 'src/a.ts'],
    ['../src', 'src/a.ts'],
    ['[ab].ts', 'a.ts'],
  ])('%s does not cover %s', (pattern, path) => {
    expect(covers([pattern], path)).toBe(false)
  })
})

describe('pathProblem', () => {
  it.each([
    '',
    ' ',
    '/a',
    '~/a',
    'C:/a',
    'a\\b',
    '../a',
    'a/../b',
    '!a',
    '@(a|b)',
    '.git/config',
    './.git',
    'a\nb',
  ])('has something against %j', (path) => expect(pathProblem(path)).not.toBeNull())

  it.each([
    'a',
    '.',
    'a/..b',
    '.github/ci.yml',
    '.gitignore',
    'app/(group)/[id]/page.tsx',
    '**',
    '{a,b}/*.ts',
  ])('has nothing against %j', (path) => expect(pathProblem(path)).toBeNull())
})

const segment = fc.stringMatching(/^[ab*?]{1,4}$/)
const pattern = fc
  .array(fc.oneof(segment, fc.constant('**'), fc.constant('{a,b*}')), { minLength: 1, maxLength: 4 })
  .map((steps) => steps.join('/'))
const path = fc
  .array(fc.stringMatching(/^[ab]{1,4}$/), { minLength: 1, maxLength: 4 })
  .map((steps) => steps.join('/'))

it('P3: two write-sets that cover one path always overlap', () => {
  let both = 0
  fc.assert(
    fc.property(pattern, pattern, path, (a, b, written) => {
      if (!covers([a], written) || !covers([b], written)) return
      both += 1
      expect(overlap([a], [b])).toBe(true)
    }),
    { numRuns: 5000 },
  )
  expect(both).toBeGreaterThan(50)
})

it('overlap is the same from both sides, and a path overlaps itself', () => {
  fc.assert(
    fc.property(pattern, pattern, (a, b) => {
      expect(overlap([a], [b])).toBe(overlap([b], [a]))
      expect(overlap([a], [a])).toBe(true)
    }),
  )
})

it('names that fit both are there exactly where names overlap', () => {
  const names = wordsOver(['a', 'b'], 8)
  const single = segment.filter((each) => !each.includes('**'))
  fc.assert(
    fc.property(single, single, (a, b) => {
      expect(overlap([a], [b])).toBe(names.some((name) => covers([a], name) && covers([b], name)))
    }),
  )
})

function wordsOver(letters: readonly string[], longest: number): readonly string[] {
  let last = ['']
  const words: string[] = []
  for (let length = 1; length <= longest; length += 1) {
    last = last.flatMap((word) => letters.map((letter) => `${word}${letter}`))
    words.push(...last)
  }
  return words
}
