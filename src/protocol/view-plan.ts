import type { TaskTimes } from '../plan/critical-path.ts'
import { earliestTimes } from '../plan/critical-path.ts'
import type { Plan } from '../plan/plan.ts'
import { plannedWaves } from '../plan/plan-graph.ts'
import type { PlanMetrics } from '../plan/plan-metrics.ts'
import { planMetrics } from '../plan/plan-metrics.ts'
import { standardPolicy } from '../policy/run-policy.ts'

/** The picture of a plan that every surface shows. */
export interface PlanView {
  readonly plan: Plan
  /** How many are at work at once. */
  readonly workers: number
  readonly waves: readonly (readonly string[])[]
  /** Tasks that can never start, since they wait for each other or for one that is not there. */
  readonly stuck: readonly string[]
  /** When each task starts and ends at the earliest, in minutes. */
  readonly times: Readonly<Record<string, TaskTimes>>
  readonly metrics: PlanMetrics
}

export function viewPlan(plan: Plan, workers: number = standardPolicy.parallel): PlanView {
  const waves = plannedWaves(plan.tasks)
  const reached = new Set(waves.flat())
  return {
    plan,
    workers,
    waves,
    stuck: plan.tasks.map(({ id }) => id).filter((id) => !reached.has(id)),
    times: Object.fromEntries(earliestTimes(plan.tasks)),
    metrics: planMetrics(plan, workers),
  }
}
