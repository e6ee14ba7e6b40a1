import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acyclicTasks } from '../../test/arbitraries/linked-tasks.ts'
import { makePlan } from '../../test/fixtures/make-plan.ts'
import { formatPlan } from './format-plan.ts'
import { parsePlan } from './parse-plan.ts'

describe('formatPlan', () => {
  it('leaves out what a plan does not say', () => {
    expect(formatPlan(makePlan([{ id: 'A', writeSet: ['a.ts'] }]))).toBe(
      'objective: All of it\ntasks:\n  - id: A\n    title: Do A\n    writeSet:\n      - a.ts\n',
    )
  })

  it.each([
    'a: b',
    '# no comment',
    '- item',
    '"quoted',
    "it's",
    'yes',
    '2026-01-01',
    'two\nlines',
    ' edge ',
    '{x}',
    '&a *b',
  ])('gives %j back as it was', (words) => {
    const plan = makePlan([{ id: 'A', title: words, description: words, covers: [words] }], {
      objective: words,
    })
    expect(parsePlan(formatPlan(plan), 'plan.yaml').plan).toEqual(plan)
  })

  it('gives every plan back as it was', () => {
    fc.assert(
      fc.property(acyclicTasks, fc.string(), fc.string(), (tasks, title, note) => {
        const risk = {
          category: 'dependency',
          applicability: 'uncertain',
          impact: 'unknown',
          disposition: 'open-question',
          note,
        } as const
        const clean = title.replaceAll(/[\0\uFFFD\uD800-\uDFFF]/g, '')
        const plan = makePlan(
          tasks.map((task) => ({ ...task, title: clean })),
          { risks: [{ ...risk, note: clean }], confidence: 0.5 },
        )
        expect(parsePlan(formatPlan(plan), 'plan.yaml').plan).toEqual(plan)
      }),
      { numRuns: 50 },
    )
  })
})
