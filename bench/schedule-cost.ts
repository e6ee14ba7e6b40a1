import { standardPolicy } from '../src/policy/run-policy.ts'
import type { ScheduledTask } from '../src/plan/schedule-task.ts'
import { createChance, pareto } from '../src/plan/simulate-chance.ts'
import { playOut } from '../src/plan/simulate-playout.ts'
import type { Bench } from './bench.ts'
import { layeredPlan } from './layered-plan.ts'
import { median } from './median.ts'
import { ratios, timeInTurns } from './time-in-turns.ts'

const ROUNDS = 9
const SEED = 7
const FEW = 1000
const MANY = 10_000

export const scheduleCost: Bench = {
  name: 'scheduling, per event, with 10,000 tasks',
  unit: '×',
  against: 'the same with 1,000 tasks',
  bound: 3,
  measure: async () => {
    const many = planOf(MANY)
    const few = planOf(FEW)
    const times = await timeInTurns(ROUNDS, {
      many: { act: () => playThrough(many) },
      few: { act: () => playThrough(few, MANY / FEW) },
    })
    const perEvent = (all: readonly number[]): string =>
      `${((median(all) * 1000) / (2 * MANY)).toFixed(1)} µs`
    return {
      samples: ratios(times.many, times.few),
      beside: { '10,000 tasks': perEvent(times.many), '1,000 tasks': perEvent(times.few), seed: `${SEED}` },
    }
  },
}

/** One task in ten writes a file that others write too. */
function planOf(size: number): readonly ScheduledTask[] {
  const chance = createChance(SEED)
  return layeredPlan(chance, size).map((task, index) => ({
    ...task,
    minutes: pareto(chance, 1.5),
    ...(index % 10 === 0 ? { writeSet: [`src/shared-${index % 70}.ts`] } : {}),
  }))
}

/** A start and an end for each task, from the empty scheduler on. */
function playThrough(tasks: readonly ScheduledTask[], times = 1): void {
  const toils = new Map(tasks.map(({ id, minutes }) => [id, { minutes, as: 'done' }] as const))
  for (let time = 0; time < times; time += 1) playOut(tasks, standardPolicy, toils)
}
