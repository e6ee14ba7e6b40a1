import { describe, expect, it } from 'vitest'
import { standardProcess } from '../../policy/process-policy.ts'
import { demandsIn, tierOf } from './tier-of.ts'

const files = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `src/file-${index}.ts`)

const signs = { objective: 'Fix the total', isClear: true, isNamed: true, likelyFiles: files(1) }

describe('the tier of a job', () => {
  it.each([
    ['one named file', {}, 'trivial', 'it likely touches 1 file'],
    ['its test beside it', { likelyFiles: ['src/a.ts', 'src/a.test.ts'] }, 'trivial', '1 file'],
    ['documents only', { likelyFiles: ['README.md', 'docs/a.md'], isNamed: false }, 'trivial', '2 files'],
    ['one file that is only guessed', { isNamed: false }, 'small', 'a guess'],
    ['an unclear request', { isClear: false }, 'small', 'it was not clear'],
    ['nothing known', { likelyFiles: [] }, 'small', 'nothing says'],
    ['five files', { likelyFiles: files(5) }, 'small', '5 files'],
    ['six files', { likelyFiles: files(6) }, 'medium', '6 files'],
    ['fifteen files', { likelyFiles: files(15) }, 'medium', '15 files'],
    ['sixteen files', { likelyFiles: files(16) }, 'large', '16 files'],
    ['security', { objective: 'Fix the login' }, 'medium', 'it is about security'],
    ['two risks', { objective: 'Migrate the password tables' }, 'large', 'security and a migration'],
    ['payment', { objective: 'Fix the refund' }, 'medium', 'payment'],
    ['concurrency', { objective: 'Fix the race condition' }, 'medium', 'concurrency'],
    ['a public interface', { objective: 'Change the public API' }, 'medium', 'the public interface'],
    ['a wide reach', { objective: 'Rename it everywhere' }, 'medium', 'across the repository'],
    [
      'a risk in documents',
      { objective: 'Document the login', likelyFiles: ['README.md'] },
      'medium',
      'security',
    ],
    ['three demands', { objective: 'Add a, fix b and remove c' }, 'medium', 'it asks for 3 things'],
    ['six demands', { objective: '- a\n- b\n- c\n- d\n- e\n- f' }, 'large', 'it asks for 6 things'],
    ['a question', { objective: 'How should I store it?' }, 'medium', 'how it should be done'],
  ] as const)('%s', (_name, parts, tier, reason) => {
    const judged = tierOf({ ...signs, ...parts }, standardProcess)
    expect(judged.tier).toBe(tier)
    expect(judged.reasons.join('; ')).toContain(reason)
  })

  it('is what the policy says when the policy says it', () => {
    const judged = tierOf({ ...signs, likelyFiles: files(99) }, { ...standardProcess, tier: 'small' })
    expect(judged).toEqual({ tier: 'small', reasons: ['the policy says so'] })
  })

  it.each([
    ['Add a page', 1],
    ['Add a page and fix the menu', 2],
    ['Add salt and pepper', 1],
    ['Add a page. Fix the menu; then remove the banner.', 3],
    ['1. one\n2. two', 2],
  ])('demands in: %s', (text, count) => {
    expect(demandsIn(text)).toBe(count)
  })
})
