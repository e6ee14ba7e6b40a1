import type { PlanRequest } from '../contracts/planner.ts'
import { planner } from '../contracts/planner.ts'
import type { ResearchReply } from '../contracts/researcher.ts'
import type { Run } from '../kernel/playbook.ts'
import { lineageAfter } from '../plan/plan-lineage.ts'
import type { Plan } from '../plan/plan.ts'
import { askRole } from './ask-role.ts'
import { fact } from './facts.ts'
import type { Job } from './job.ts'
import { closeWorkspace, openWorkspace } from './open-workspace.ts'

/** A plan that can be played: the planner's reply is linted before anybody else sees it. */
export async function makePlan(
  run: Run,
  job: Job,
  revision: number,
  research: readonly ResearchReply[],
  revise: PlanRequest['revise'],
): Promise<Plan> {
  const workspace = await openWorkspace(run, `plan-${revision}`, job.base)
  const verification = job.proof.commands.map(({ command }) => command)
  const request = { objective: job.objective, research, verification, revise }
  const { reply } = await askRole(run, job, planner, request, { workspace, parent: job.base, message: '' })
  await closeWorkspace(run, workspace)
  const lineage =
    revise === null
      ? []
      : lineageAfter(revise.plan, { revision, reason: revise.feedback, tasks: reply.tasks })
  const plan = { ...reply, lineage }
  await run.record('made', fact({ kind: 'plan', value: { revision, ...plan } }))
  return plan
}
