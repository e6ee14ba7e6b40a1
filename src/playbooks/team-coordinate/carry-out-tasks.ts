import type { Run } from '../../kernel/playbook.ts'
import { teamRolesOf } from '../../records/team-coordinate/plan-of-team.ts'
import { execute } from '../../stages/execute/execute.ts'
import type { TaskResult } from '../../stages/execute/see-through.ts'
import type { MergeQueue } from '../../stages/integrate/merge-queue.ts'
import type { Job } from '../../stages/job.ts'
import type { Heard } from './crew.ts'
import { isBlocked, teamCrew } from './crew.ts'
import { fullPlan } from './dispatch.ts'
import type { Team } from './team.ts'

/**
 * Has the workers of a team do what is not done yet, or only the tasks named. Whatever is ready starts at once; a role
 * that goes through its tasks one by one has one worker. A verdict that blocks, or a person's order, lets nothing more
 * start.
 */
export function carryOutTasks(
  run: Run,
  job: Job,
  queue: MergeQueue,
  team: Team,
  heard: Heard,
  only: readonly string[] | null = null,
  isOrdered: () => boolean = () => false,
): Promise<TaskResult[]> {
  const { analysis, specs, session, results, revision } = team
  const { policy } = job
  const loops = analysis.roles
    .filter(({ inner_loop: isLoop }) => isLoop)
    .map(({ name }) => [name, 1] as const)
  const plan = fullPlan(team, job.objective)
  const tasks = only === null ? plan.tasks : plan.tasks.filter(({ id }) => only.includes(id))
  const working: Job = {
    ...job,
    policy: { ...policy, roleLimits: { ...policy.roleLimits, ...Object.fromEntries(loops) } },
    teamRoles: teamRolesOf(specs, session),
    crew: teamCrew(run, team, policy.process.team, heard),
  }
  return execute(run.scope('execute'), working, queue, {
    plan: { ...plan, tasks },
    revision,
    done: results,
    replans: revision - 1,
    isHalted: () => isOrdered() || isBlocked(run, revision),
  })
}
