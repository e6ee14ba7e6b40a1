import { expect, it } from 'vitest'
import { claimOfTask, claimsBehaviour } from './claim-of-task.ts'

it.each([
  ['fix: totals of gifts', null, 'repair'],
  ['Totals of gifts', 'A gift has a tax.', 'repair'],
  ['feat: gifts have no tax', null, 'novelty'],
  ['feat(price)!: gifts', null, 'novelty'],
  ['Add a discount', null, 'novelty'],
  ['Add tests for the discount', null, null],
  ['docs: gifts', null, null],
  ['refactor: total by one product', null, null],
  ['chore: handle less', null, null],
  ['Rename total', null, null],
  ['[T1] Adds a discount', null, 'novelty'],
  ['2. Add a discount', null, 'novelty'],
  ['feature: a discount', null, 'novelty'],
])('%s (%s) claims %s', (title, fixes, claim) => {
  expect(claimOfTask({ title, fixes })).toBe(claim)
})

it.each<[string, readonly string[], boolean]>([
  ['feat: a discount', [], true],
  ['fix(price): the tax', ['src/**'], true],
  ['Add a --json flag', ['src/cli.ts'], true],
  ['Repair the parser', ['src/'], true],
  ['docs: the discount', ['src/**'], false],
  ['feat(docs): the page about us', ['docs/about.md'], false],
  ['Add comments to the parser', ['src/parse.ts'], false],
  ['Add tests', ['src/**'], false],
  ['refactor: total', ['src/**'], false],
  ['fix: what the review found in src/a.ts', ['src/a.ts'], false],
  ['T1', [], false],
  ['Create a CSV export', ['src/csv.ts'], true],
  ['Prevent negative totals', ['src/price.ts'], true],
  ['hotfix: the tax', ['src/price.ts'], true],
  ['Keine negativen Summen', ['src/price.ts'], true],
  ['fix: func name in doc strings', ['src/price.ts'], false],
  ['Fix indentation', ['src/price.ts'], false],
  ['Add more Javadoc cross-links', ['src/Price.java'], false],
  ['Tidy up the parser', ['src/parse.ts'], false],
])('%s with %j promises behaviour: %s', (title, writeSet, claims) => {
  expect(claimsBehaviour({ title, writeSet, fixes: null })).toBe(claims)
})
