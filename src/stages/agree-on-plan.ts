import type { PlanRevise } from '../contracts/planner.ts'
import type { ResearchReply } from '../contracts/researcher.ts'
import type { Run } from '../kernel/playbook.ts'
import type { Plan } from '../plan/plan.ts'
import { approvePlan } from './approve.ts'
import { fact } from './facts.ts'
import type { Job } from './job.ts'
import { makePlan } from './make-plan.ts'

export interface AgreedPlan {
  readonly plan: Plan
  readonly revision: number
}

/** Plans until a person approves; what they say goes into the next revision. */
export async function agreeOnPlan(
  run: Run,
  job: Job,
  research: readonly ResearchReply[],
  first: { readonly revision: number; readonly revise: PlanRevise | null },
): Promise<AgreedPlan> {
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
