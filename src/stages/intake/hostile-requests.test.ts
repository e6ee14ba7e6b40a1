import { describe, expect, it } from 'vitest'
import { standardProcess } from '../../policy/process-policy.ts'
import { briefOf } from './brief-of.ts'
import { symbolsIn } from './impact-scan.ts'

const paths = Array.from({ length: 5000 }, (_, index) => `src/part-${index}/file.ts`)

describe('a request that is meant to hurt', () => {
  it.each([
    ['dashes', '-'.repeat(50_000)],
    ['dots', 'a.'.repeat(25_000)],
    ['underscores', 'a_'.repeat(25_000)],
    ['one word', 'ä'.repeat(50_000)],
    ['backticks', '`'.repeat(50_000)],
    ['spaces', `use ${' '.repeat(50_000)}`],
    ['lines', '\n- '.repeat(20_000)],
    ['camel case', 'aB'.repeat(25_000)],
    ['tickets', 'A-1 '.repeat(12_000)],
    ['links', 'https://github.com/a/'.repeat(3000)],
    ['uses', 'use use use '.repeat(5000)],
    ['hashes', 'a/b#'.repeat(12_000)],
    ['sentences', 'Add it. '.repeat(6000)],
  ])('is read in time that it is worth: %s', (_name, text) => {
    const brief = briefOf(text, paths, [], standardProcess, null)
    expect(symbolsIn(text).length).toBeLessThanOrEqual(20)
    expect(brief.slug.length).toBeLessThanOrEqual(48)
  })
})
