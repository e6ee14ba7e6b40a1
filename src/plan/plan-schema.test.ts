import { describe, expect, it } from 'vitest'
import { makePlan } from '../../test/fixtures/make-plan.ts'
import { planSchema } from './plan-schema.ts'
import { TASK_ID } from './plan.ts'

const FULL = makePlan(
  [
    {
      id: 'T1',
      description: 'd',
      role: 'documentation-writer',
      dependencies: ['T2'],
      wave: 2,
      group: 'docs',
      writeSet: ['docs/**'],
      conflicts: ['T3'],
      acceptance: [{ id: 'AC1', criterion: 'c', verification: 'v' }],
      verification: ['npm test'],
      estimates: { effort: 'small', files: 1, lines: 20, minutes: 10 },
      risk: 'high',
      context: [{ path: 'src/a.ts', description: 'the place' }],
      covers: ['AC-001'],
      priority: 'high',
      grave: ['dependency'],
    },
  ],
  {
    confidence: 0.8,
    risks: [
      {
        category: 'concurrency',
        applicability: 'applicable',
        impact: 'high',
        disposition: 'resolved',
        note: 'one writer',
      },
    ],
    contracts: [{ from: 'T2', to: 'T1', interface: 'parse()', format: '(text) => Plan' }],
    preMortem: {
      overallRisk: 'medium',
      failureModes: [{ scenario: 's', likelihood: 'low', impact: 'critical', mitigation: 'm' }],
      assumptions: ['a'],
    },
    openQuestions: [{ question: 'q', options: ['x', 'y'], recommendation: 'x' }],
    lineage: [{ revision: 2, reason: 'r', changed: ['T1'] }],
  },
)

describe('planSchema', () => {
  it('fills in what a planner may leave out and drops what it invents', () => {
    const reply = { objective: 'o', tasks: [{ id: 'T1', title: 't', colour: 3 }], mood: 0.9 }
    expect(planSchema.parse(reply)).toEqual(makePlan([{ id: 'T1', title: 't' }], { objective: 'o' }))
  })

  it('keeps everything that a plan can say', () => {
    expect(planSchema.parse(FULL)).toEqual(FULL)
  })

  it('takes the short forms', () => {
    const tasks = [{ id: 'T1', title: 't', acceptance: ['works'], context: ['src/a.ts'] }]
    expect(planSchema.parse({ objective: 'o', tasks, openQuestions: ['why?'] })).toMatchObject({
      tasks: [
        {
          acceptance: [{ id: null, criterion: 'works', verification: null }],
          context: [{ path: 'src/a.ts', description: '' }],
        },
      ],
      openQuestions: [{ question: 'why?', options: [], recommendation: null }],
    })
  })

  it('gives back what it once gave, so that a recorded plan can be read again', () => {
    const once = planSchema.parse(FULL)
    expect(planSchema.parse(JSON.parse(JSON.stringify(once)))).toEqual(once)
  })

  it.each([
    ['no objective', { tasks: [] }],
    ['no tasks', { objective: 'o' }],
    ['a task without id', { objective: 'o', tasks: [{ title: 't' }] }],
    ['a task without title', { objective: 'o', tasks: [{ id: 'T1' }] }],
    ['an id that is a path', { objective: 'o', tasks: [{ id: '../x', title: 't' }] }],
    [
      'a dependency that is no id',
      { objective: 'o', tasks: [{ id: 'T1', title: 't', dependencies: ['a b'] }] },
    ],
    [
      'what cannot be the name of a role',
      { objective: 'o', tasks: [{ id: 'T1', title: 't', role: 'A king' }] },
    ],
    ['wave 0', { objective: 'o', tasks: [{ id: 'T1', title: 't', wave: 0 }] }],
    ['a criterion without words', { objective: 'o', tasks: [{ id: 'T1', title: 't', acceptance: [{}] }] }],
    ['a negative estimate', { objective: 'o', tasks: [{ id: 'T1', title: 't', estimates: { files: -1 } }] }],
    ['a contract with one end', { objective: 'o', tasks: [], contracts: [{ from: 'A' }] }],
    [
      'an endless write-set',
      { objective: 'o', tasks: [{ id: 'T1', title: 't', writeSet: Array(51).fill('a') }] },
    ],
    ['text', 'a plan'],
  ])('refuses %s', (_name, reply) => {
    expect(planSchema.safeParse(reply).success).toBe(false)
  })

  it('knows an id', () => {
    expect(['T1', 'a', 'Z-9_x.y', 'a'.repeat(32)].filter((id) => !TASK_ID.test(id))).toEqual([])
    expect(
      ['', '1', '-a', 'a/b', 'a b', 'é', 'a'.repeat(33), 'a\n', '..'].filter((id) => TASK_ID.test(id)),
    ).toEqual([])
  })
})
