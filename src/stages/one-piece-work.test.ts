import { describe, expect, it } from 'vitest'
import type { Brief } from './brief.ts'
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
    const plan = work({ objective: 'Do it', criteria: ['it is done'], likelyFiles: ['a.ts'] }, ['AC-001'])
    expect(plan).toMatchObject({
      objective: 'Do it',
      tasks: [
        {
          description: 'Do it',
          writeSet: ['a.ts'],
          acceptance: [{ criterion: 'it is done' }],
          covers: ['AC-001'],
        },
      ],
    })
  })
})
