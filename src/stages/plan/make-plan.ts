import type { PlanReply, PlanRevise } from '../../contracts/planner.ts'
import { planner } from '../../contracts/planner.ts'
import type { ResearchReply } from '../../contracts/researcher.ts'
import type { Run } from '../../kernel/playbook.ts'
import { lineageAfter } from '../../plan/plan-lineage.ts'
import type { Plan, Task } from '../../plan/plan.ts'
import { askRole } from '../ask-role.ts'
import type { Brief } from '../intake/brief.ts'
import { draftPlan } from './draft-plan.ts'
import { fact } from '../facts.ts'
import type { Job } from '../job.ts'
import { closeWorkspace, openWorkspace } from '../open-workspace.ts'

/** A plan that can be played: the planner's reply is linted before anybody else sees it. */
export async function makePlan(
  run: Run,
  job: Job,
  revision: number,
  research: readonly ResearchReply[],
  revise: PlanRevise | null,
  brief: Brief | null = null,
): Promise<Plan> {
  const reply =
    brief === null
      ? await plainDraft(run, job, revision, research, revise)
      : await draftPlan(run, job, brief, { revision, research, revise })
  return recordPlan(run, revision, reply, revise)
}

/** Makes a draft the plan of a revision, with what is done kept as it is, and with how it came about. */
export async function recordPlan(
  run: Run,
  revision: number,
  reply: PlanReply,
  revise: Pick<PlanRevise, 'plan' | 'feedback' | 'done'> | null,
): Promise<Plan> {
  const tasks = revise === null ? reply.tasks : keepDone(revise, reply.tasks)
  const lineage =
    revise === null ? [] : lineageAfter(revise.plan, { revision, reason: revise.feedback, tasks })
  const plan = { ...reply, tasks, lineage }
  await run.record('made', fact({ kind: 'plan', value: { revision, ...plan } }))
  return plan
}

async function plainDraft(
  run: Run,
  job: Job,
  revision: number,
  research: readonly ResearchReply[],
  revise: PlanRevise | null,
): Promise<PlanReply> {
  const workspace = await openWorkspace(run, `plan-${revision}`, job.base)
  const verification = job.proof.commands.map(({ command }) => command)
  const request = { objective: job.objective, research, verification, revise }
  const place = { workspace, parent: job.base, message: '' }
  const { reply } = await askRole(run, job, planner, () => request, place)
  await closeWorkspace(run, workspace)
  return reply
}

/** What is done is done: whatever the planner makes of such a task, it stays as it was proven. */
function keepDone(
  { plan, done }: Pick<PlanRevise, 'plan' | 'done'>,
  tasks: readonly Task[],
): readonly Task[] {
  const kept = plan.tasks.filter(({ id }) => done.includes(id))
  const byId = new Map(kept.map((task) => [task.id, task]))
  const named = new Set(tasks.map(({ id }) => id))
  return [...kept.filter(({ id }) => !named.has(id)), ...tasks.map((task) => byId.get(task.id) ?? task)]
}
