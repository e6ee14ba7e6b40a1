import { expect, it } from 'vitest'
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
