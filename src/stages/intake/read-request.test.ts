import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../test/fixtures/make-plan.ts'
import { grayKindsOf } from './gray-kinds.ts'
import { meaningfulWords } from './meaningful-words.ts'
import { phaseOf } from './phase-of.ts'
import { asksHow, criteriaIn, skipsDiscussion, unclearBecause } from './request-clarity.ts'
import { slugOf } from './slug-of.ts'
import { ticketIds } from './ticket-ids.ts'
import { toolMandates } from './tool-mandates.ts'
import { workTypeOf } from './work-type.ts'

describe('words that name a thing', () => {
  it.each([
    ['Fix the parser of the settings', ['parser', 'setting']],
    ['Add categories to UserService', ['category', 'user', 'service']],
    ['make it so', []],
    ['Größe über HTTPServer ändern', ['große', 'uber', 'http', 'server', 'andern']],
  ])('%s', (text, words) => {
    expect(meaningfulWords(text)).toEqual(words)
  })
})

describe('B20: a slug of three words', () => {
  it.each([
    ['Fix the login form of the admin page', 'login_form_admin'],
    ['make it so', 'make_it_so'],
    ['Zeige Größe', 'zeige_große'],
    ['///', 'work'],
    ['x'.repeat(200), 'x'.repeat(48)],
  ])('%s', (text, slug) => {
    expect(slugOf(text)).toBe(slug)
  })
})

describe('B9: ids of tickets', () => {
  it.each([
    ['Fix ABC-12 and ENG-7.', ['ABC-12', 'ENG-7']],
    ['Close #34 (see owner/repo#5)', ['#34', 'owner/repo#5']],
    [
      'https://github.com/owner/repo/issues/9 and https://linear.app/x/issue/ENG-12/title',
      ['owner/repo#9', 'ENG-12'],
    ],
    ['https://example.atlassian.net/browse/SHOP-3', ['SHOP-3']],
    ['Read UTF-8, SHA-256 and ISO-8601; colour #123abc; &#39;', []],
    ['ABC-12 again ABC-12', ['ABC-12']],
  ])('%s', (text, ids) => {
    expect(ticketIds(text)).toEqual(ids)
  })
})

describe('B19: the type of work', () => {
  it.each([
    ['Fix the create button', 'fix'],
    ['Add error handling', 'feature'],
    ['Refactor and add tests', 'chore'],
    ['bug: totals are off', 'fix'],
    ['The page crashes on start', 'fix'],
    ['A new page for settings', 'feature'],
    ['make it so', 'feature'],
    ['the totals', null],
    ['prefixes and address books', null],
  ])('%s → %s', (text, type) => {
    expect(workTypeOf(text)).toBe(type)
  })
})

describe('B20: tools that must be used', () => {
  it.each([
    ['You MUST use Playwright for this.', [['Playwright', 'implementer']]],
    ['Validate input using `zod`.', [['zod', 'implementer']]],
    ['use zod for validation', [['zod', 'implementer']]],
    ['Investigate it with Chrome DevTools.', [['Chrome', 'planner']]],
    [
      'Integrate with Stripe. Then use the Stripe CLI to inspect events.',
      [
        ['Stripe', 'implementer'],
        ['Stripe', 'planner'],
      ],
    ],
    ['Use it with tests; use the same names', []],
    ['Add users with roles', []],
  ])('%s', (text, tools) => {
    expect(toolMandates(text).map(({ tool, by }) => [tool, by])).toEqual(tools)
  })

  it('B21: are kept in the words of the request', () => {
    const words = 'You MUST use Playwright 1.50 — nothing else!'
    expect(toolMandates(`Test the page.\n- ${words}`)).toMatchObject([{ tool: 'Playwright', words }])
  })
})

describe('B19: whether a request is clear', () => {
  it.each([
    ['Fix the parser: empty input must give an error', 0],
    ['Add a flag --verbose to the CLI', 0],
    ['maybe fix something in the parser', 2],
    ['make it so', 1],
    ['the totals', 2],
    ['probably', 3],
  ])('%s: %d reasons against it', (text, count) => {
    expect(unclearBecause(text)).toHaveLength(count)
  })

  it('takes criteria from lists and from what must be', () => {
    expect(criteriaIn('Add export.\n- [ ] writes CSV\n- reads it back\nIt must not block.')).toEqual([
      'writes CSV',
      'reads it back',
      'It must not block.',
    ])
    expect(criteriaIn('Rename the billing module')).toEqual(['Rename the billing module'])
    expect(criteriaIn('make it so')).toEqual([])
  })

  it('A10, A12: hears a question, and a wish for none', () => {
    expect(asksHow('How should I store sessions?')).toBe(true)
    expect(asksHow('Show how it works')).toBe(false)
    for (const text of ['Skip discussion.', 'no questions please', "Don't ask me", 'just do it']) {
      expect(skipsDiscussion(text)).toBe(true)
    }
    expect(skipsDiscussion('Add a discussion page')).toBe(false)
  })
})

describe('A13: kinds of what a request leaves open', () => {
  it.each([
    ['Add a --json flag to the command', ['interface', 'data']],
    ['Make the settings page responsive', ['visual']],
    ['Validate orders before the state changes', ['logic']],
    ['Paginate the users table', ['data']],
    ['Fix it', []],
  ])('%s', (text, kinds) => {
    expect(grayKindsOf(text)).toEqual(kinds)
  })
})

describe('where a request enters', () => {
  const plan = { ...makePlan([{ id: 'T1' }]), objective: 'Build the shop' }
  const given = { path: 'docs/plan.yaml', plan, isLeft: true }
  it.each([
    ['A6: no plan', 'Build the shop', null, 'new-objective'],
    ['A5, A8: a plan with its own objective', 'build the shop!', given, 'given-plan'],
    ['A8: a word to go on', 'Carry out the plan in docs/plan.yaml', given, 'given-plan'],
    ['A8: go on', 'continue', given, 'given-plan'],
    ['A7: what should be different', 'Split T1, and leave the API alone', given, 'plan-feedback'],
    ['A9: everything is over', 'continue', { ...given, isLeft: false }, 'nothing-left'],
    ['A7: feedback on a plan that is over', 'Do T1 again', { ...given, isLeft: false }, 'plan-feedback'],
  ] as const)('%s', (_name, objective, which, phase) => {
    expect(phaseOf(objective, which)).toBe(phase)
  })
})
