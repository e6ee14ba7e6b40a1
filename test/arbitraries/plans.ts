import fc from 'fast-check'
import { GRAVE_KINDS, RISK_CATEGORIES } from '../../src/plan/plan.ts'
import type { Plan, Task } from '../../src/plan/plan.ts'

const level = fc.constantFrom('low', 'medium', 'high')
const words = fc.string({ maxLength: 60 })
const said = fc.string({ minLength: 1, maxLength: 60 })
const amount = fc.option(fc.nat(500), { nil: null })

/** Plans of up to six tasks that wait only for earlier ones, with everything that a plan can say. */
export function plans(roles: readonly string[]): fc.Arbitrary<Plan> {
  const criterion = fc.record({
    id: fc.option(fc.constantFrom('AC-001', 'x'), { nil: null }),
    criterion: said,
    verification: fc.option(said, { nil: null }),
  })
  const taskOf = (index: number): fc.Arbitrary<Task> => {
    const before = Array.from({ length: index }, (_, other) => `T${other + 1}`)
    const some = before.length === 0 ? fc.constant([]) : fc.subarray(before)
    return fc.record({
      id: fc.constant(`T${index + 1}`),
      title: said,
      description: words,
      role: fc.constantFrom(...roles),
      dependencies: some,
      wave: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
      group: fc.option(said, { nil: null }),
      writeSet: fc.array(said, { maxLength: 3 }),
      conflicts: some,
      acceptance: fc.array(criterion, { maxLength: 3 }),
      verification: fc.array(said, { maxLength: 2 }),
      estimates: fc.record({
        effort: fc.option(fc.constantFrom('small', 'medium', 'large'), { nil: null }),
        files: amount,
        lines: amount,
        minutes: amount,
      }),
      risk: level,
      context: fc.array(fc.record({ path: said, description: words }), { maxLength: 2 }),
      fixes: fc.option(words, { nil: null }),
      covers: fc.array(said, { maxLength: 2 }),
      priority: level,
      grave: fc.subarray([...GRAVE_KINDS]),
    })
  }
  return fc.integer({ min: 1, max: 6 }).chain((count) =>
    fc.record({
      objective: fc.constantFrom('Do it', 'Do it: now', 'Do it\nand more'),
      tasks: fc.tuple(...Array.from({ length: count }, (_, index) => taskOf(index))),
      contracts: fc.array(
        fc.record({
          from: fc.constant('T1'),
          to: fc.constant(`T${count}`),
          interface: said,
          format: words,
        }),
        { maxLength: 2 },
      ),
      preMortem: fc.option(
        fc.record({
          overallRisk: level,
          failureModes: fc.array(
            fc.record({
              scenario: said,
              likelihood: level,
              impact: fc.constantFrom('low', 'medium', 'high', 'critical'),
              mitigation: words,
            }),
            { maxLength: 2 },
          ),
          assumptions: fc.array(said, { maxLength: 2 }),
        }),
        { nil: null },
      ),
      openQuestions: fc.array(
        fc.record({
          question: said,
          options: fc.array(said, { maxLength: 2 }),
          recommendation: fc.option(said, { nil: null }),
        }),
        { maxLength: 2 },
      ),
      lineage: fc.constant([]),
      confidence: fc.option(fc.constantFrom(0, 0.5, 1), { nil: null }),
      risks: fc.array(
        fc.record({
          category: fc.constantFrom(...RISK_CATEGORIES),
          applicability: fc.constantFrom('applicable', 'not-applicable', 'uncertain'),
          impact: fc.constantFrom('low', 'medium', 'high', 'unknown'),
          disposition: fc.constantFrom('resolved', 'open-question', 'research-added', 'not-applicable'),
          note: words,
        }),
        { maxLength: 2 },
      ),
    }),
  )
}
