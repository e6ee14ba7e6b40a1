import { verify } from '../gates/verify.ts'
import { RunFailure } from '../kernel/failure.ts'
import type { Run } from '../kernel/playbook.ts'
import type { Plan } from '../plan/plan.ts'
import type { Delivery } from '../stages/deliver/deliver.ts'
import { deliver } from '../stages/deliver/deliver.ts'
import { withFiles } from '../stages/deliver/with-files.ts'
import type { TaskResult } from '../stages/execute/see-through.ts'
import type { Objection } from '../stages/facts.ts'
import type { RepositoryFacts } from '../stages/intake/intake.ts'
import type { IntegrationLine } from '../stages/integrate/integration.ts'
import type { Job } from '../stages/job.ts'
import type { PlanSurroundings } from '../stages/plan/agreed-plan.ts'
import { learn } from '../stages/learn/learn.ts'
import { recordOutcome } from '../stages/learn/record-outcome.ts'
import { enter } from './enter.ts'
import type { Ready } from './get-ready.ts'

/** Work that is done, proven and reviewed. */
export interface Finished {
  readonly line: Readonly<IntegrationLine>
  readonly plan: Plan
  readonly results: readonly TaskResult[]
  /** What was held against it and is not settled. */
  readonly objections: readonly Objection[]
}

/** What of the surroundings of planning still counts in the end. */
type Surroundings = Pick<PlanSurroundings, 'files' | 'format'> & {
  readonly brief: PlanSurroundings['brief'] | null
  /** Whether the process says in files of its own how far each task is. */
  readonly hasBook?: boolean
}

export type StandardResult = {
  readonly delivery: Delivery
  readonly tasks: readonly TaskResult[]
  readonly proof: string
}

/** Writes down what later work should know, proves the whole once more and delivers it. */
export async function finish(
  run: Run,
  job: Job,
  { more, prd }: { readonly more: Surroundings | null } & Pick<Ready, 'prd'>,
  facts: Pick<RepositoryFacts, 'base' | 'branch'>,
  branch: string,
  finished: Finished,
): Promise<StandardResult> {
  const { plan, results, objections } = finished
  const files = more?.files ?? null
  let line = finished.line
  if (files !== null) {
    await enter(run, 'learn')
    const writesPlan = more?.format === undefined && more?.hasBook !== true
    await learn(run.scope('learn'), job, { prd, files, line, plan, results, objections, writesPlan })
    line = await withFiles(run.scope('learn'), job, line, files)
  }
  await enter(run, 'deliver')
  const verdict = await verify(run.scope('deliver'), 'verify', line.head, line.tree, job.proof)
  if (verdict.status !== 'passed') throw new RunFailure({ code: 'not-proven', message: verdict.message })
  const { clarifications } = job
  const story = { brief: more?.brief ?? null, clarifications, plan, results, verdict, objections }
  const delivery =
    line.head === facts.base
      ? { branch: null, commit: facts.base, note: 'No file was changed, so there is nothing to deliver.' }
      : await deliver(run.scope('deliver'), job, line, facts.branch, branch, story)
  if (more !== null) {
    await recordOutcome(run.scope('learn'), job, { results, objections, commit: delivery.commit })
  }
  return { delivery, tasks: results, proof: verdict.message }
}
