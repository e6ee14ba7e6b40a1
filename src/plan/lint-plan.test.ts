import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acyclicTasks, cyclicTasks } from '../../test/arbitraries/linked-tasks.ts'
import { judgedLinks } from '../../test/fixtures/judged-links.ts'
import { judgedTasks } from '../../test/fixtures/judged-tasks.ts'
import { makePlan } from '../../test/fixtures/make-plan.ts'
import { lintPlan } from './lint-plan.ts'
import { PLAN_RULES } from './plan-finding.ts'

const judgedPlans = [...judgedTasks, ...judgedLinks]

describe('lintPlan', () => {
  it('has nothing against a fit plan', () => {
    expect(lintPlan(makePlan([{ id: 'A' }, { id: 'B', dependencies: ['A'] }]))).toEqual([])
  })

  it.each(judgedPlans)('$rule: finds $name, and where', ({ rule, plan, options, finds, path, about }) => {
    const found = lintPlan(plan, options)
    expect(found.map((finding) => `${finding.severity} ${finding.rule}`)).toEqual(finds)
    const finding = found.find((each) => each.rule === rule)
    expect(finding).toMatchObject({ tasks: about, path })
    expect(finding?.message).toMatch(/^[A-Z].*[.]$/)
    expect(valueAt(plan, path)).not.toBeUndefined()
  })

  it.each(judgedPlans)('$rule: has nothing against $mended', ({ rule, accepts, options }) => {
    expect(lintPlan(accepts, options).filter((finding) => finding.rule === rule)).toEqual([])
  })

  it('has each rule shown to find something', () => {
    expect(new Set(judgedPlans.map(({ rule }) => rule))).toEqual(new Set(PLAN_RULES))
  })

  it('says what to do', () => {
    const plan = makePlan([
      { id: 'A', dependencies: ['C'], writeSet: ['src/a.ts'] },
      { id: 'B', dependencies: ['A', 'X'], title: 'Figure  out the rest' },
      { id: 'C', dependencies: ['A'], writeSet: ['src'] },
    ])
    expect(lintPlan(plan).map(({ message }) => message)).toEqual([
      'Task B depends on X, which is not in the plan; add it or take that away.',
      'Tasks wait for each other: A → C → A; break the circle.',
      'The title of B says "Figure out"; find it out now and write down what it is.',
    ])
  })

  it('finds two circles that have nothing in common', () => {
    const plan = makePlan([
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

  it('takes twenty thousand tasks in the same file', () => {
    const tasks = Array.from({ length: 20_000 }, (_, index) => ({ id: `T${index}`, writeSet: ['a', 'b*'] }))
    const contracts = tasks.map(({ id }) => ({ from: id, to: 'T1', interface: '', format: '' }))
    expect(lintPlan(makePlan(tasks, { contracts })).map(({ rule }) => rule)).toEqual(['too-many-tasks'])
  })

  it('finds no circle in an acyclic plan', () => {
    fc.assert(
      fc.property(acyclicTasks, (tasks) => {
        expect(lintPlan(makePlan(tasks)).map(({ rule }) => rule)).toEqual(
          tasks.length === 0 ? ['no-tasks'] : [],
        )
      }),
    )
  })

  it('always finds a circle, names a true one, and finds all that can never start', () => {
    fc.assert(
      fc.property(cyclicTasks, (tasks) => {
        const dependencies = new Map(tasks.map((task) => [task.id, task.dependencies]))
        const found = lintPlan(makePlan(tasks))
        const circles = found.filter(({ rule }) => rule === 'cycle')
        expect(circles.length).toBeGreaterThan(0)
        for (const { tasks: circle } of circles) {
          expect(new Set(circle).size).toBe(circle.length)
          for (const [index, id] of circle.entries()) {
            expect(dependencies.get(id)).toContain(circle[(index + 1) % circle.length])
          }
        }
        const named = found.flatMap((finding) => finding.tasks).toSorted()
        const stuck = tasks.map(({ id }) => id).filter((id) => !id.startsWith('T'))
        expect(named).toEqual(stuck.toSorted())
      }),
    )
  })
})

function valueAt(root: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (here, key) => (here as Readonly<Record<string, unknown>> | undefined)?.[key],
    root,
  )
}
