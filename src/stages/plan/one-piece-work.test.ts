import { describe, expect, it } from 'vitest'
import { namesLiterally } from '../../gates/audit/names-literally.ts'
import { covers } from '../../plan/write-set.ts'
import type { Brief } from '../intake/brief.ts'
import { onePieceWork } from './one-piece-work.ts'

function work(parts: Partial<Brief>, criteria: readonly string[] = []) {
  const brief = { objective: 'Do it', workType: null, criteria: [], likelyFiles: [], ...parts }
  return onePieceWork(brief, criteria)
}

describe('onePieceWork', () => {
  it.each<[string, Partial<Brief>]>([
    ['feat: add a --quiet flag', { objective: 'Add a --quiet flag.', workType: 'feature' }],
    [
      'fix: the crash on empty input',
      { objective: 'the crash on empty input\nIt says so.', workType: 'fix' },
    ],
    ['chore: tidy up', { objective: 'Tidy up! Then rest.', workType: 'chore' }],
    [
      'docs: correct the README',
      { objective: 'Correct the README', workType: 'fix', likelyFiles: ['README.md'] },
    ],
    ['fix(cli): wrong exit code', { objective: 'fix(cli): wrong exit code', workType: 'feature' }],
    ['feat: HTTP retries', { objective: 'HTTP retries' }],
  ])('is called %s', (title, parts) => {
    expect(work(parts).tasks[0]?.title).toBe(title)
  })

  it('cuts a long title between words', () => {
    const { title = '' } = work({ objective: `Make ${'word '.repeat(40)}` }).tasks[0] ?? {}
    expect(title.length).toBeLessThanOrEqual(72)
    expect(title).toMatch(/word$/)
  })

  it('has what the brief says of it', () => {
    const plan = work({ objective: 'Do it', criteria: ['it is done'], likelyFiles: ['a.md'] }, ['AC-001'])
    expect(plan).toMatchObject({
      objective: 'Do it',
      tasks: [
        {
          description: 'Do it',
          writeSet: ['a.md'],
          acceptance: [{ criterion: 'it is done' }],
          covers: ['AC-001'],
        },
      ],
    })
  })

  it.each([
    'test/a.test.js',
    'src/a.spec.ts',
    'packages/a/test/a.js',
    'pkg/a_test.go',
    'tests/test_a.py',
    'src/__tests__/a.tsx',
  ])('lets whoever writes code add %s, and names no test that is there', (path) => {
    const { writeSet = [] } = work({ likelyFiles: ['src/a.ts'] }).tasks[0] ?? {}
    expect(covers(writeSet, path)).toBe(true)
    expect(namesLiterally(writeSet, path)).toBe(false)
    expect(covers(writeSet, 'src/b.ts')).toBe(false)
  })

  it('may write anything where nobody knows what it touches', () => {
    expect(work({}).tasks[0]?.writeSet).toEqual([])
  })
})
