import { reviewer } from '../../contracts/reviewer.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { AgreedPlan } from '../plan/agreed-plan.ts'
import type { Objection } from '../facts.ts'
import type { Job } from '../job.ts'
import type { MergeQueue } from '../integrate/merge-queue.ts'
import type { TaskResult } from '../execute/see-through.ts'
import { settleIssues } from './settle-issues.ts'

export interface FinalReview {
  readonly agreed: AgreedPlan
  readonly results: readonly TaskResult[]
  /** What was held against the whole change and is not settled. */
  readonly open: readonly Objection[]
}

/** Has the whole change judged before it is delivered, where the policy says so, and repaired by those who own it. */
export async function finalReview(
  run: Run,
  job: Job,
  queue: MergeQueue,
  agreed: AgreedPlan,
  results: readonly TaskResult[],
): Promise<FinalReview> {
  if (!job.policy.process.review.final.includes(job.tier)) return { agreed, results, open: [] }
  const done = new Set(results.filter(({ state }) => state === 'done').map(({ id }) => id))
  const floor = { run: run.scope('execute'), job, queue }
  // A repair that says it cannot be done as planned goes to a person: no plan is made anew after the work is done.
  const course = { agreed, results, replans: Number.POSITIVE_INFINITY }
  const { course: after, open } = await settleIssues(run.scope('review'), floor, course, {
    scope: 'final',
    of: 'all',
    subject: 'the whole change',
    from: job.base,
    tasks: agreed.plan.tasks.filter(({ id }) => done.has(id)),
    wave: null,
    inspectorsOf: () => [reviewer],
  })
  return { agreed: after.agreed, results: after.results, open }
}
