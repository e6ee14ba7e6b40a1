import type { Run } from '../../kernel/playbook.ts'
import { teamRolesOf } from '../../records/team-coordinate/plan-of-team.ts'
import { execute } from '../../stages/execute/execute.ts'
import type { TaskResult } from '../../stages/execute/see-through.ts'
import type { MergeQueue } from '../../stages/integrate/merge-queue.ts'
import type { Job } from '../../stages/job.ts'
import { isBlocked, teamCrew } from './crew.ts'
import { fullPlan } from './dispatch.ts'
import type { Desk, Team } from './team.ts'
import { nothingHeard } from './team.ts'

/**
 * Has the workers of a team do what is not done yet, or only the tasks named. Whatever is ready starts at once; a role
 * that goes through its tasks one by one has one worker. A verdict that blocks, or a person's order, lets nothing more
 * start.
 */
export function carryOutTasks(
  run: Run,
  job: Job,
  queue: MergeQueue,
  desk: Desk,
  team: Team,
  { only = null, isOrdered = () => false }: { only?: string | null; isOrdered?: () => boolean },
): Promise<TaskResult[]> {
  const { analysis, specs, session, results, revision } = team
  const { policy } = job
  const loops = analysis.roles.flatMap(({ name, inner_loop: isLoop }) => (isLoop ? [[name, 1] as const] : []))
  const plan = fullPlan(team)
  const tasks = plan.tasks.filter(({ id }) => only === null || only === id)
  desk.heard = nothingHeard()
  const working: Job = {
    ...job,
    policy: { ...policy, roleLimits: { ...policy.roleLimits, ...Object.fromEntries(loops) } },
    teamRoles: teamRolesOf(specs, session),
    crew: teamCrew(team, desk),
  }
  return execute(run.scope('execute'), working, queue, {
    plan: { ...plan, tasks },
    revision,
    done: results,
    replans: revision - 1,
    isHalted: () => isOrdered() || isBlocked(run, revision),
  })
}
