import { describe, expect, it } from 'vitest'
import { plainPolicy, scheduledTask as task } from '../../test/harness/scheduled-task.ts'
import { boundOf } from './simulate-bound.ts'
import { createChance, logNormal, pareto } from './simulate-chance.ts'
import type { Toil } from './simulate-playout.ts'
import { playOut } from './simulate-playout.ts'
import type { SimulationOptions } from './simulate.ts'
import { simulate } from './simulate.ts'

const tasks = [
  task('A', { minutes: 4 }),
  task('B', { minutes: 2 }),
  task('C', { minutes: 3, dependencies: ['A'] }),
  task('D', { minutes: 1, dependencies: ['B'] }),
]
const policy = { ...plainPolicy, parallel: 2 }
const options: SimulationOptions = {
  policy,
  runs: 200,
  seed: 7,
  durations: 'log-normal',
  failureRate: 0.1,
  attempts: 3,
}

describe('a play of a plan', () => {
  const toils = new Map(tasks.map(({ id, minutes }) => [id, { minutes, as: 'done' }] as const))

  it('puts every task on a worker, and ends with the last', () => {
    const { makespan, spans } = playOut(tasks, policy, toils)
    expect(makespan).toBe(7)
    expect(spans.map(({ task: id, worker, from }) => [id, worker, from])).toEqual([
      ['A', 0, 0],
      ['B', 1, 0],
      ['D', 1, 2],
      ['C', 0, 4],
    ])
  })

  it('waits for the wave before where the policy says so', () => {
    const waves = playOut(tasks, { ...policy, order: 'waves' }, toils)
    expect(waves.spans.find(({ task: id }) => id === 'D')?.from).toBe(4)
  })

  it('leaves out what waits for a task that is given up', () => {
    const failed = new Map<string, Toil>([...toils, ['A', { minutes: 4, as: 'given-up' }]])
    expect(playOut(tasks, policy, failed).spans.map(({ task: id }) => id)).toEqual(['A', 'B', 'D'])
  })

  it('cannot beat the critical path, nor the work divided among the workers', () => {
    expect(boundOf(tasks, 2)).toEqual({ criticalPath: 7, work: 10, makespan: 7 })
    expect(boundOf(tasks, 1).makespan).toBe(10)
    expect(boundOf([], 1).makespan).toBe(0)
  })
})

describe('a simulation', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(simulate(tasks, options)).toEqual(simulate(tasks, options))
    expect(simulate(tasks, { ...options, seed: 8 })).not.toEqual(simulate(tasks, options))
  })

  it.each(['log-normal', 'pareto'] as const)('with %s durations keeps within its bounds', (durations) => {
    const { makespan, utilisation, typical, turns, finished } = simulate(tasks, { ...options, durations })
    expect(typical.makespan).toBe(makespan.median)
    expect(makespan.p90).toBeGreaterThan(makespan.median)
    expect(makespan.median).toBeGreaterThanOrEqual(typical.bound.makespan)
    expect(utilisation).toBeGreaterThan(0.4)
    expect(utilisation).toBeLessThanOrEqual(1)
    expect(turns).toBeGreaterThan(4)
    expect(finished).toBeGreaterThan(0.9)
  })

  it('counts a turn for each attempt and one for the diagnosis of each that failed', () => {
    expect(simulate(tasks, { ...options, failureRate: 0 })).toMatchObject({ turns: 4, finished: 1 })
    expect(simulate(tasks, { ...options, failureRate: 1 })).toMatchObject({ turns: 12, finished: 0 })
  })

  it('of a plan without tasks is over at once', () => {
    expect(simulate([], options)).toMatchObject({
      makespan: { median: 0, p90: 0 },
      utilisation: 0,
      finished: 1,
    })
  })
})

describe('chance', () => {
  const draws = (draw: (chance: () => number) => number): readonly number[] => {
    const chance = createChance(1)
    return Array.from({ length: 20_000 }, () => draw(chance)).toSorted((a, b) => a - b)
  }
  const at = (sorted: readonly number[], share: number): number => sorted[share * sorted.length] ?? NaN

  it('is even', () => {
    const even = draws((chance) => chance())
    for (const share of [0.1, 0.5, 0.9]) expect(at(even, share)).toBeCloseTo(share, 1)
    expect(at(even, 0)).toBeGreaterThanOrEqual(0)
    expect(even.at(-1)).toBeLessThan(1)
  })

  it('has the quantiles that the distributions have', () => {
    const error = draws((chance) => logNormal(chance, 0.5))
    expect(at(error, 0.5)).toBeCloseTo(1, 1)
    expect(at(error, 0.975)).toBeCloseTo(Math.exp(0.5 * 1.96), 0)
    const heavy = draws((chance) => pareto(chance, 1.5))
    expect(heavy[0]).toBeGreaterThanOrEqual(1)
    expect(at(heavy, 0.5)).toBeCloseTo(2 ** (2 / 3), 1)
    expect(at(heavy, 0.9)).toBeCloseTo(10 ** (2 / 3), 0)
  })
})
