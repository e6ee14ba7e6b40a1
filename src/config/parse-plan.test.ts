import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makePlan } from '../../test/fixtures/make-plan.ts'
import { RunFailure } from '../kernel/failure.ts'
import { parsePlan } from './parse-plan.ts'

function found(text: string): readonly string[] {
  return parsePlan(text, 'p').findings.map(
    ({ line, column, severity, rule, message }) => `${line}:${column} ${severity} ${rule}: ${message}`,
  )
}

const plan = (...lines: readonly string[]): string => ['objective: o', 'tasks:', ...lines, ''].join('\n')

describe('parsePlan', () => {
  it('reads YAML, and JSON with tabs', () => {
    const expected = { plan: makePlan([{ id: 'A', title: 't' }], { objective: 'o' }), findings: [] }
    expect(parsePlan(plan('  - id: A', '    title: t'), 'p')).toEqual(expected)
    const value = { objective: 'o', tasks: [{ id: 'A', title: 't' }] }
    expect(parsePlan(JSON.stringify(value, null, '\t'), 'p')).toEqual(expected)
  })

  it.each([
    [
      'a dependency',
      plan('  - {id: A, title: t}', '  - id: B', '    title: t', '    dependencies: [A, X]'),
      [
        '6:23 error unknown-dependency: Task B depends on X, which is not in the plan; add it or take that away.',
      ],
    ],
    [
      'a short criterion',
      plan('  - id: A', '    title: t', '    acceptance:', '      - fine: no', '      - TBD'),
      [
        '6:9 error shape: `tasks.0.acceptance.0.criterion` is missing.',
        '6:9 warning unknown-key: The key `fine` means nothing here; the keys are id, criterion, verification',
      ],
    ],
    [
      'a criterion within',
      plan('  - id: A', '    title: t', '    verification: [make]', '    acceptance:', '      - TBD'),
      [
        '7:9 error deferred-research: The criterion of A says "TBD"; find it out now and write down what it is.',
      ],
    ],
    [
      'wrong kinds',
      plan('  - id: 1', '    title: [t]', '    wave: first', '    acceptance: [7]'),
      [
        '3:9 error shape: `tasks.0.id` does not fit: expected string, received number.',
        '4:12 error shape: `tasks.0.title` does not fit: expected string, received array.',
        '5:11 error shape: `tasks.0.wave` does not fit: expected number, received string.',
        '6:18 error shape: `tasks.0.acceptance.0` does not fit: must be text, or {id, criterion, verification}.',
      ],
    ],
    [
      'a misspelt key, in the order of the text',
      plan('  - id: A', '    titel: t', '    title: ""'),
      [
        '4:5 warning unknown-key: The key `titel` means nothing here; did you mean `title`?',
        '5:12 error empty-title: Task A has no title; say what it achieves.',
      ],
    ],
    ['nothing', '', ['1:1 error shape: The plan does not fit: expected object, received null.']],
    ['no tasks', 'objective: o\n', ['1:1 error shape: `tasks` is missing.']],
    [
      'an empty list',
      'objective: o\ntasks: []\n',
      ['2:8 error no-tasks: The plan has no tasks; give it at least one.'],
    ],
  ])('says where: %s', (_name, text, lines) => {
    expect(found(text)).toEqual(lines)
  })

  it.each([
    ['no YAML', 'tasks: [', 'plan.yaml:1:'],
    ['two documents', 'a: 1\n---\nb: 2\n', 'plan.yaml:2:'],
    ['no text', '\0', 'not UTF-8'],
    ['too much', `# ${'x'.repeat(1_048_577)}`, 'larger than 1 MB'],
  ])('refuses %s', (_name, text, words) => {
    expect(() => parsePlan(text, 'plan.yaml')).toThrow(words)
  })

  it('P11: takes whatever is written, with a place for everything it finds', () => {
    const key = fc.constantFrom(
      'objective',
      'tasks',
      'id',
      'title',
      'acceptance',
      'estimates',
      '__proto__',
      'x',
    )
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, 0, 'A', 'TBD', '../x', true),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.array(fc.tuple(key, tie('tree')), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs)),
      ),
    }))
    fc.assert(
      fc.property(
        fc.oneof(
          tree.map((value) => JSON.stringify(value)),
          fc.string(),
        ),
        (text) => {
          try {
            const { plan: read, findings } = parsePlan(text, 'p')
            expect(findings.every(({ line, column }) => line >= 1 && column >= 1)).toBe(true)
            if (read === null) expect(findings.some(({ severity }) => severity === 'error')).toBe(true)
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(RunFailure)
          }
        },
      ),
    )
  })
})
