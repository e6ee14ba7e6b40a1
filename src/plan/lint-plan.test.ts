import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acyclicTasks, cyclicTasks } from '../../test/arbitraries/linked-tasks.ts'
import { lintPlan } from './lint-plan.ts'
import type { LinkedTask } from './plan-graph.ts'
import type { Plan } from './plan.ts'

function planOf(tasks: readonly (LinkedTask & { readonly title?: string })[]): Plan {
  const rest = { title: 'Do it', description: '', writeSet: [], acceptance: [], role: 'implementer' } as const
  return { objective: 'All of it', tasks: tasks.map((task) => ({ ...rest, ...task })) }
}

describe('lintPlan', () => {
  it('has nothing against a fit plan', () => {
    const plan = planOf([
      { id: 'A', dependencies: [] },
      { id: 'B', dependencies: ['A'] },
    ])
    expect(lintPlan(plan)).toEqual([])
  })

  it.each([
    ['no tasks', [], 'no-tasks', [], 'The plan has no tasks; give it at least one.'],
    [
      'two tasks of one id',
      [
        { id: 'A', dependencies: [] },
        { id: 'A', dependencies: [] },
      ],
      'duplicate-id',
      ['A'],
      '2 tasks are called A; give each its own id.',
    ],
    [
      'an empty title',
      [{ id: 'A', dependencies: [], title: ' \n' }],
      'empty-title',
      ['A'],
      'Task A has no title; say what it achieves.',
    ],
    [
      'a task that depends on itself',
      [{ id: 'A', dependencies: ['A'] }],
      'self-dependency',
      ['A'],
      'Task A depends on itself; take that away.',
    ],
    [
      'a dependency that is not there',
      [{ id: 'A', dependencies: ['X', 'X'] }],
      'unknown-dependency',
      ['A'],
      'Task A depends on X, which is not in the plan; add it or take that away.',
    ],
    [
      'a circle, with tasks before and behind it',
      [
        { id: 'Behind', dependencies: ['B'] },
        { id: 'A', dependencies: ['Free', 'C'] },
        { id: 'B', dependencies: ['A'] },
        { id: 'C', dependencies: ['B'] },
        { id: 'Free', dependencies: [] },
      ],
      'cycle',
      ['A', 'C', 'B'],
      'Tasks wait for each other: A → C → B → A; break the circle.',
    ],
  ])('finds %s', (_name, tasks, rule, about, message) => {
    expect(lintPlan(planOf(tasks))).toEqual([{ rule, tasks: about, message }])
  })

  it('finds two circles that have nothing in common', () => {
    const plan = planOf([
      { id: 'A', dependencies: ['B'] },
      { id: 'B', dependencies: ['A'] },
      { id: 'C', dependencies: ['D'] },
      { id: 'D', dependencies: ['C', 'A'] },
    ])
    expect(lintPlan(plan).map(({ tasks }) => tasks)).toEqual([
      ['A', 'B'],
      ['C', 'D'],
    ])
  })

  it('takes a hundred tasks and no more', () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ id: `T${index}`, dependencies: [] }))
    expect(lintPlan(planOf(many.slice(1)))).toEqual([])
    expect(lintPlan(planOf(many)).map(({ rule }) => rule)).toEqual(['too-many-tasks'])
  })

  it('lists every finding of a plan with many', () => {
    const plan = planOf([
      { id: 'A', dependencies: ['A', 'X'], title: '' },
      { id: 'A', dependencies: ['B'] },
      { id: 'B', dependencies: ['A'] },
    ])
    expect(lintPlan(plan).map(({ rule }) => rule)).toEqual([
      'duplicate-id',
      'empty-title',
      'self-dependency',
      'unknown-dependency',
      'cycle',
    ])
  })

  it('finds no circle in an acyclic plan', () => {
    fc.assert(
      fc.property(acyclicTasks, (tasks) => {
        expect(lintPlan(planOf(tasks)).map(({ rule }) => rule)).toEqual(
          tasks.length === 0 ? ['no-tasks'] : [],
        )
      }),
    )
  })

  it('always finds a circle, and names a true one', () => {
    fc.assert(
      fc.property(cyclicTasks, (tasks) => {
        const dependencies = new Map(tasks.map((task) => [task.id, task.dependencies]))
        const found = lintPlan(planOf(tasks))
        expect(found.length).toBeGreaterThan(0)
        for (const { rule, tasks: circle } of found) {
          expect(rule).toBe('cycle')
          expect(new Set(circle).size).toBe(circle.length)
          for (const [index, id] of circle.entries()) {
            expect(dependencies.get(id)).toContain(circle[(index + 1) % circle.length])
          }
        }
      }),
    )
  })
})
