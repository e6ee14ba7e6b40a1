import type { ScheduledTask } from './schedule-task.ts'
import type { Chance } from './simulate-chance.ts'
import { logNormal, pareto } from './simulate-chance.ts'
import type { Toil } from './simulate-playout.ts'

/** How wrong estimates are, and how often an attempt fails. */
export interface ToilDistribution {
  /**
   * What an attempt takes, by the estimate: `log-normal` is as often longer as shorter (σ 0.5); `pareto` has
   * the same middle and a heavy tail (exponent 1.5), so that a few attempts take very long.
   */
  readonly durations: 'log-normal' | 'pareto'
  /** How likely an attempt is to fail. */
  readonly failureRate: number
  /** Attempts at a task before it is given up. */
  readonly attempts: number
}

export interface DrawnToil extends Toil {
  /** One for each attempt, and one for the diagnosis of each that failed. */
  readonly turns: number
}

const SIGMA = 0.5
const EXPONENT = 1.5
const PARETO_MEDIAN = 2 ** (1 / EXPONENT)

/** Draws what every task would come to, in the plan's order, so that two schedules can be given the same luck. */
export function drawToils(
  tasks: readonly ScheduledTask[],
  distribution: ToilDistribution,
  chance: Chance,
): ReadonlyMap<string, DrawnToil> {
  return new Map(tasks.map((task) => [task.id, drawToil(task, distribution, chance)]))
}

function drawToil(
  { minutes: estimate }: ScheduledTask,
  { durations, failureRate, attempts }: ToilDistribution,
  chance: Chance,
): DrawnToil {
  let minutes = 0
  for (let attempt = 1; ; attempt += 1) {
    const factor =
      durations === 'pareto' ? pareto(chance, EXPONENT) / PARETO_MEDIAN : logNormal(chance, SIGMA)
    minutes += estimate * factor
    const failed = chance() < failureRate
    if (!failed) return { minutes, as: 'done', turns: 2 * attempt - 1 }
    if (attempt >= attempts) return { minutes, as: 'given-up', turns: 2 * attempt }
  }
}
