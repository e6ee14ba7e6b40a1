import type { Plan } from '../../plan/plan.ts'
import { scheduledTasks } from '../../plan/schedule-task.ts'
import { simulate } from '../../plan/simulate.ts'
import type { Job } from '../job.ts'
import { agentFor } from '../job.ts'

/** What a plan may be expected to take. Every figure is an estimate; what nobody can tell is `null`. */
export type Forecast = {
  readonly isEstimate: true
  readonly minutes: { readonly median: number; readonly p90: number }
  /** Agents' turns, reviews included. */
  readonly turns: number
  /** No agent tells what a turn costs before it is taken. */
  readonly usd: null
}

const RUNS = 200
const FAILURE_RATE = 0.1

/** Plays the plan out by its own estimates, always with the same luck. */
export function forecast(
  plan: Plan,
  job: Pick<Job, 'agents' | 'fallbacks' | 'routes' | 'policy' | 'tier'>,
): Forecast {
  const { policy, tier } = job
  const tasks = scheduledTasks(plan, (task) => agentFor(job, task.role, task))
  const { makespan, turns } = simulate(tasks, {
    policy,
    runs: RUNS,
    seed: 1,
    durations: 'log-normal',
    failureRate: FAILURE_RATE,
    attempts: policy.attempts,
  })
  const { review } = policy.process
  const reviews =
    (review.tasks.includes(tier) ? plan.tasks.length : 0) + (review.final.includes(tier) ? 1 : 0)
  return {
    isEstimate: true,
    minutes: { median: Math.round(makespan.median), p90: Math.round(makespan.p90) },
    turns: Math.round(turns + reviews),
    usd: null,
  }
}
