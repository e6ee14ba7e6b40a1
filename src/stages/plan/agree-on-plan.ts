import type { ResearchReply } from '../../contracts/researcher.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { AgreedPlan, FirstRevision, PlanSurroundings } from './agreed-plan.ts'
import { approvePlan } from '../approve/approve.ts'
import { fact } from '../facts.ts'
import type { Job } from '../job.ts'
import { makePlan } from './make-plan.ts'
import { settlePlan } from './settle-plan.ts'

/**
 * Plans until a person approves; what they say goes into the next revision. With its surroundings a plan is also
 * challenged, written to a file and looked through for what is grave, as the policy says.
 */
export async function agreeOnPlan(
  run: Run,
  job: Job,
  research: readonly ResearchReply[],
  first: FirstRevision,
  more?: PlanSurroundings,
): Promise<AgreedPlan> {
  if (more !== undefined) return settlePlan(run, job, research, first, more)
  let { revise } = first
  for (let revision = first.revision; ; revision += 1) {
    await run.record(`stage-plan-${revision}`, fact({ kind: 'stage', value: { stage: 'plan' } }))
    const plan = await makePlan(run.scope(`plan/r${revision}`), job, revision, research, revise)
    await run.record(`stage-approve-${revision}`, fact({ kind: 'stage', value: { stage: 'approve' } }))
    const approval = await approvePlan(run.scope(`approve/r${revision}`), plan)
    if (approval.kind === 'approved') return { plan, revision }
    revise = { plan, feedback: approval.text, from: 'person', done: revise?.done ?? [] }
  }
}
