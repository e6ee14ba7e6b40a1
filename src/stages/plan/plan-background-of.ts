import { EXECUTOR_DUTIES } from '../../contracts/executor-duties.ts'
import { executorsWith } from '../../contracts/executors.ts'
import type { PlanBackground } from '../../contracts/plan-background.ts'
import type { Brief } from '../intake/brief.ts'
import type { Job } from '../job.ts'

/** Everybody a plan can give a task to: those of ours that the policy names, and those of the team who may write. */
export function executorsOf({ policy, teamRoles }: Pick<Job, 'policy' | 'teamRoles'>): readonly string[] {
  return executorsWith(policy.process.planning.executors, teamRoles)
}

/** What a planner has to go by beside the objective. */
export function planBackgroundOf(job: Job, brief: Brief, weigh: string | null): PlanBackground {
  const { clarifications, criteria, tier, teamRoles } = job
  const duties = new Map<string, string>(Object.entries(EXECUTOR_DUTIES))
  for (const { name, description } of teamRoles) if (description !== '') duties.set(name, description)
  return {
    clarifications,
    criteria,
    mandates: brief.mandates,
    tier,
    executors: executorsOf(job).map((name) => ({ name, duty: duties.get(name) ?? 'a role of the team' })),
    weigh,
  }
}
