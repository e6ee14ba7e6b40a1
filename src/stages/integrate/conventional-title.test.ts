import { expect, it } from 'vitest'
import { conventionalMessage } from './conventional-message.ts'
import { conventionalTitle } from './conventional-title.ts'

it.each([
  ['feat(cli)!: Keep it', 'implementer', null, 'feat(cli)!: Keep it'],
  ['Add a  flag.', 'implementer', null, 'feat: add a flag'],
  ['HTTP errors are shown', 'implementer', null, 'feat: HTTP errors are shown'],
  ['Fix the importer', 'implementer', null, 'fix: fix the importer'],
  ['Say it right', 'implementer', 'It says it wrong', 'fix: say it right'],
  ['The guide', 'documentation-writer', null, 'docs: the guide'],
  ['One way less', 'code-simplifier', null, 'refactor: one way less'],
  ['Sign-in works', 'browser-tester', null, 'test: sign-in works'],
  ['feature: no known kind', 'implementer', null, 'feat: feature: no known kind'],
])('%s by %s', (title, role, fixes, expected) => {
  expect(conventionalTitle({ title, role, fixes })).toBe(expected)
})

it('is a line that fits', () => {
  const title = conventionalTitle({ title: 'word '.repeat(40), role: 'implementer', fixes: null })
  expect(title.length).toBeLessThanOrEqual(72)
  expect(title).toMatch(/word…$/)
})

it('is the subject of the commits on the line', () => {
  const [one, two] = [
    { id: 'T1', title: 'Fix it', role: 'implementer', fixes: null },
    { id: 'T2', title: 'fix: that too', role: 'implementer', fixes: null },
  ]
  expect(conventionalMessage([one])).toBe('fix: fix it\n\nTask T1.')
  expect(conventionalMessage([one, two])).toBe(
    'fix: 2 tasks proven together\n\n- T1: fix: fix it\n- T2: fix: that too',
  )
  const other = { id: 'T3', title: 'The guide', role: 'documentation-writer', fixes: null }
  expect(conventionalMessage([one, other])).toMatch(/^feat: 2 tasks/)
})
