import type { Plan } from '../plan/plan.ts'
import type { ParallelAdvice } from '../plan/schedule-advice.ts'
import { parallelAdvice } from '../plan/schedule-advice.ts'
import type { SchedulePolicy } from '../plan/schedule-policy.ts'
import { scheduledTasks } from '../plan/schedule-task.ts'
import type { Bound } from '../plan/simulate-bound.ts'
import type { Span } from '../plan/simulate-playout.ts'
import type { ToilDistribution } from '../plan/simulate-toil.ts'
import { simulate } from '../plan/simulate.ts'
import { standardPolicy } from '../policy/run-policy.ts'

/** What a simulation is asked with; everything that decides its result. */
export interface SimulationRequest {
  readonly workers: number
  readonly order: SchedulePolicy['order']
  readonly durations: ToilDistribution['durations']
  readonly failureRate: number
  readonly runs: number
  readonly seed: number
}

export const STANDARD_SIMULATION: SimulationRequest = {
  workers: standardPolicy.parallel,
  order: standardPolicy.order,
  durations: 'log-normal',
  failureRate: 0.1,
  runs: 1000,
  seed: 1,
}

/** What may be expected of a plan, as every surface shows it; times are in minutes. */
export interface SimulationView {
  readonly objective: string
  readonly titles: Readonly<Record<string, string>>
  readonly asked: SimulationRequest
  readonly makespan: { readonly median: number; readonly p90: number }
  readonly utilisation: number
  readonly turns: number
  readonly finished: number
  /** The run in the middle, task by task, and what no schedule of its draws could have beaten. */
  readonly typical: {
    readonly makespan: number
    readonly bound: Bound
    readonly spans: readonly Span[]
  }
  readonly advice: ParallelAdvice
}

export function viewSimulation(plan: Plan, asked: SimulationRequest): SimulationView {
  const policy = { ...standardPolicy, parallel: asked.workers, order: asked.order }
  const tasks = scheduledTasks(plan, ({ role }) => role)
  const { attempts } = standardPolicy
  return {
    objective: plan.objective,
    titles: Object.fromEntries(plan.tasks.map(({ id, title }) => [id, title])),
    asked,
    ...simulate(tasks, { ...asked, policy, attempts }),
    advice: parallelAdvice(tasks, policy),
  }
}
