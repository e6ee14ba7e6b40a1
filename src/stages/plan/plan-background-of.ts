import { EXECUTOR_DUTIES } from '../../contracts/executor-duties.ts'
import type { PlanBackground } from '../../contracts/plan-background.ts'
import { EXECUTORS } from '../../plan/role.ts'
import type { Brief } from '../intake/brief.ts'
import type { Job } from '../job.ts'

/** Everybody a plan can give a task to: ours, and those of the team who may write. */
export function executorsOf({ teamRoles }: Pick<Job, 'teamRoles'>): readonly string[] {
  const own = teamRoles.filter(({ access }) => access === 'write').map(({ name }) => name)
  return [...new Set<string>([...EXECUTORS, ...own])]
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
