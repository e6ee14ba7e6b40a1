import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acyclicTasks } from '../../test/arbitraries/linked-tasks.ts'
import { makePlan, makeTask } from '../../test/fixtures/make-plan.ts'
import { choosePlan } from './choose-plan.ts'
import { criticalPath, earliestTimes } from './critical-path.ts'
import { estimatedMinutes } from './estimated-minutes.ts'
import type { Estimates, Plan } from './plan.ts'
import { planMetrics } from './plan-metrics.ts'

const sized = (parts: Partial<Estimates>): { readonly estimates: Estimates } => ({
  estimates: { effort: null, files: null, lines: null, minutes: null, ...parts },
})

const DIAMOND = makePlan([
  { id: 'A', ...sized({ minutes: 10 }) },
  { id: 'B', dependencies: ['A'], ...sized({ minutes: 5 }) },
  { id: 'C', dependencies: ['A', 'A'], ...sized({ effort: 'small' }) },
  { id: 'D', dependencies: ['B', 'C'], ...sized({ minutes: 20 }), risk: 'medium' },
  { id: 'E', ...sized({ minutes: 10 }) },
])

describe('planMetrics', () => {
  it('tells of a plan what can be counted', () => {
    expect(planMetrics(DIAMOND, 2)).toEqual({
      tasks: 5,
      waves: 3,
      firstWave: 2,
      dependencies: 4,
      risk: 'medium',
      criticalPath: { tasks: ['A', 'C', 'D'], minutes: 45 },
      workMinutes: 60,
      makespanMinutes: 45,
    })
    expect(planMetrics(DIAMOND, 1).makespanMinutes).toBe(60)
  })

  it('takes the risk of the pre-mortem before that of the tasks', () => {
    const preMortem = { overallRisk: 'low', failureModes: [], assumptions: [] } as const
    expect(planMetrics({ ...DIAMOND, preMortem }, 1).risk).toBe('low')
  })

  it('counts in the first wave only what waits for nothing', () => {
    const plan = makePlan([
      { id: 'A', wave: 1 },
      { id: 'B', wave: 1, dependencies: ['A'] },
      { id: 'C', wave: 2 },
    ])
    expect(planMetrics(plan, 1)).toMatchObject({ waves: 2, firstWave: 1 })
  })

  it('has figures for a plan that is empty or cannot be played', () => {
    expect(planMetrics(makePlan([]), 4)).toMatchObject({ waves: 0, firstWave: 0, makespanMinutes: 0 })
    const stuck = makePlan([{ id: 'A', dependencies: ['A'] }])
    expect(planMetrics(stuck, 4).criticalPath).toEqual({ tasks: [], minutes: 0 })
  })

  it('never predicts less than the longest chain or the shared work, nor more than the work', () => {
    fc.assert(
      fc.property(
        acyclicTasks,
        fc.array(fc.nat(90)),
        fc.integer({ min: 1, max: 8 }),
        (tasks, minutes, workers) => {
          const plan = makePlan(
            tasks.map((task, index) => ({ ...task, ...sized({ minutes: minutes[index] ?? null }) })),
          )
          const { criticalPath: path, workMinutes, makespanMinutes } = planMetrics(plan, workers)
          expect(makespanMinutes).toBeGreaterThanOrEqual(path.minutes)
          expect(makespanMinutes * workers).toBeGreaterThanOrEqual(workMinutes - 1e-9)
          expect(makespanMinutes).toBeLessThanOrEqual(workMinutes)
          const byId = new Map(plan.tasks.map((task) => [task.id, task]))
          const along = path.tasks.map((id) => byId.get(id) ?? makeTask({ id }))
          expect(along.reduce((sum, task) => sum + estimatedMinutes(task), 0)).toBe(path.minutes)
          for (const [index, task] of along.slice(1).entries()) {
            expect(task.dependencies).toContain(along[index]?.id)
          }
        },
      ),
    )
  })
})

describe('earliestTimes', () => {
  it('begins each task when the last it waits for ends', () => {
    expect(Object.fromEntries(earliestTimes(DIAMOND.tasks))).toEqual({
      A: { start: 0, end: 10 },
      B: { start: 10, end: 15 },
      C: { start: 10, end: 25 },
      D: { start: 25, end: 45 },
      E: { start: 0, end: 10 },
    })
  })

  it('of equal chains takes the first', () => {
    const tasks = makePlan([{ id: 'A' }, { id: 'B' }]).tasks
    expect(criticalPath(tasks).tasks).toEqual(['A'])
  })
})

describe('choosePlan', () => {
  const wide = makePlan([{ id: 'A' }, { id: 'B' }, { id: 'C', dependencies: ['A', 'B'] }])
  const narrow = makePlan([{ id: 'A' }, { id: 'B', dependencies: ['A'] }])
  const loose = makePlan([{ id: 'A' }, { id: 'B' }, { id: 'C', dependencies: ['A'] }])
  const risky: Plan = { ...loose, preMortem: { overallRisk: 'high', failureModes: [], assumptions: [] } }

  it.each([
    ['the widest first wave', [narrow, wide], wide],
    ['then the fewest dependencies', [wide, loose], loose],
    ['then the lowest risk', [risky, loose], loose],
    ['of equals the first', [{ ...loose, objective: 'first' }, loose], { ...loose, objective: 'first' }],
    ['the only one', [risky], risky],
  ] as const)('takes %s', (_name, [first, ...rest], chosen) => {
    expect(choosePlan([first, ...rest])).toEqual(chosen)
  })
})
