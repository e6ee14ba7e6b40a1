import { expect, test } from 'vitest'
import { unclearBecause } from '../../../src/stages/intake/request-clarity.ts'
import { slugOf } from '../../../src/stages/intake/slug-of.ts'
import { toolMandates } from '../../../src/stages/intake/tool-mandates.ts'
import { workTypeOf } from '../../../src/stages/intake/work-type.ts'

test.each([
  ['B19: a fix', 'ABC-1 Fix the login form', 'fix', 0],
  ['B19: a bug', 'ABC-1 There is a bug in the login form', 'fix', 0],
  ['B19: a defect', 'ABC-1 Defect of the login form', 'fix', 0],
  ['B19: something to add', 'ABC-1 Add a login form', 'feature', 0],
  ['B19: something to implement', 'ABC-1 Implement the login form', 'feature', 0],
  ['B19: something to create', 'ABC-1 Create a login form', 'feature', 0],
  ['B19: a refactoring', 'ABC-1 Refactor the login form', 'chore', 0],
  ['B19: a cleanup', 'ABC-1 Cleanup of the login form', 'chore', 0],
  ['B19: an update', 'ABC-1 Update the login form', 'chore', 0],
  ['B19: an improvement', 'ABC-1 Improve the login form', 'chore', 0],
  ['B19: a vague place', 'ABC-1 Add a login form somewhere', 'feature', 1],
  ['B19: a vague thing', 'ABC-1 Fix something in the login form', 'fix', 1],
  ['B19: a doubt', 'ABC-1 Maybe add a login form', 'feature', 1],
  ['B19: a likelihood', 'ABC-1 Probably fix the login form', 'fix', 1],
  ['B19: no type of work', 'ABC-1 The login form', null, 1],
  ['B19: no sign of when it is done', 'ABC-1 Fix it', 'fix', 1],
])('%s', (_, request, type, reasons) => {
  expect([workTypeOf(request), unclearBecause(request).length]).toEqual([type, reasons])
})

test.each([
  ['B20: must use', 'You MUST use `Zod` here.', 'Zod', 'implementer'],
  ['B20: use', 'Build it and use Zod.', 'Zod', 'implementer'],
  ['B20: with', 'Check it with Zod.', 'Zod', 'implementer'],
  ['B20: using', 'Build it using Zod.', 'Zod', 'implementer'],
  ['B20: leverage', 'Leverage Zod.', 'Zod', 'implementer'],
  ['B20: integrate with', 'Integrate with Zod.', 'Zod', 'implementer'],
  ['B20: investigate', 'Investigate it with Context7.', 'Context7', 'planner'],
  ['B20: inspect', 'Use `chrome-devtools` to inspect it.', 'chrome-devtools', 'planner'],
])('%s names a tool, its words and who has to keep them', (_, words, tool, by) => {
  expect(toolMandates(words)).toEqual([{ tool, words, by }])
})

test('B20: a slug is three words in snake case', () => {
  expect(slugOf('Add greetings in English and French, so that everybody is greeted')).toBe(
    'greeting_english_french',
  )
  expect(slugOf('Fix the LoginForm when the session expires')).toMatch(/^[a-z0-9]+(?:_[a-z0-9]+){2}$/)
})
