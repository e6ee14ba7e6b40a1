import type { SchedulePolicy } from './schedule-policy.ts'
import type { ScheduledTask } from './schedule-task.ts'
import type { Bound } from './simulate-bound.ts'
import { boundOf } from './simulate-bound.ts'
import { createChance } from './simulate-chance.ts'
import type { Playout } from './simulate-playout.ts'
import { playOut } from './simulate-playout.ts'
import type { DrawnToil, ToilDistribution } from './simulate-toil.ts'
import { drawToils } from './simulate-toil.ts'

export interface SimulationOptions extends ToilDistribution {
  readonly policy: SchedulePolicy
  readonly runs: number
  readonly seed: number
}

/** What may be expected of a plan; times are in minutes. */
export interface Simulation {
  readonly makespan: { readonly median: number; readonly p90: number }
  /** The share of the workers' time in which they work. */
  readonly utilisation: number
  /** Agents' turns in a run, on average. */
  readonly turns: number
  /** The share of runs in which every task is done. */
  readonly finished: number
  /** The run in the middle, and what no schedule of its draws could have beaten. */
  readonly typical: Playout & { readonly bound: Bound }
}

interface Sample {
  readonly playout: Playout
  readonly bound: Bound
  readonly turns: number
  readonly isFinished: boolean
}

/** Plays a plan many times on a clock of its own, each time with other durations and failures. */
export function simulate(tasks: readonly ScheduledTask[], options: SimulationOptions): Simulation {
  const { policy, runs, seed } = options
  const chance = createChance(seed)
  const samples = Array.from({ length: Math.max(1, runs) }, () =>
    sampleOf(tasks, policy, drawToils(tasks, options, chance)),
  ).toSorted((a, b) => a.playout.makespan - b.playout.makespan)
  const { playout, bound } = quantile(samples, 0.5)
  const time = total(samples, (sample) => sample.playout.makespan * policy.parallel)
  return {
    makespan: { median: playout.makespan, p90: quantile(samples, 0.9).playout.makespan },
    utilisation: time === 0 ? 0 : total(samples, (sample) => sample.bound.work) / time,
    turns: total(samples, ({ turns }) => turns) / samples.length,
    finished: total(samples, ({ isFinished }) => (isFinished ? 1 : 0)) / samples.length,
    typical: { ...playout, bound },
  }
}

function sampleOf(
  tasks: readonly ScheduledTask[],
  policy: SchedulePolicy,
  toils: ReadonlyMap<string, DrawnToil>,
): Sample {
  const playout = playOut(tasks, policy, toils)
  const played = new Map(playout.spans.map((span) => [span.task, span]))
  const worked = tasks.flatMap((task) => {
    const minutes = played.get(task.id)?.minutes
    return minutes === undefined ? [] : [{ ...task, minutes }]
  })
  return {
    playout,
    bound: boundOf(worked, policy.parallel),
    turns: total(worked, ({ id }) => toils.get(id)?.turns ?? 0),
    isFinished: tasks.every(({ id }) => played.get(id)?.as === 'done'),
  }
}

/** The least sample that as large a share of all is not above; there is always one. */
function quantile(sorted: readonly Sample[], share: number): Sample {
  return sorted[Math.ceil(share * sorted.length) - 1] as Sample
}

function total<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0)
}
