import { describe, expect, it } from 'vitest'
import { planSchema } from './plan-schema.ts'
import { TASK_ID } from './plan.ts'

describe('planSchema', () => {
  it('fills in what a planner may leave out and drops what it invents', () => {
    const reply = { objective: 'o', tasks: [{ id: 'T1', title: 't', priority: 3 }], confidence: 0.9 }
    expect(planSchema.parse(reply)).toEqual({
      objective: 'o',
      tasks: [
        {
          id: 'T1',
          title: 't',
          description: '',
          dependencies: [],
          writeSet: [],
          acceptance: [],
          role: 'implementer',
        },
      ],
    })
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
    ['another role', { objective: 'o', tasks: [{ id: 'T1', title: 't', role: 'planner' }] }],
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
