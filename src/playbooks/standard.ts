import { verify } from '../gates/verify.ts'
import { RunFailure } from '../kernel/failure.ts'
import type { Playbook, Run } from '../kernel/playbook.ts'
import { agreeOnPlan } from '../stages/plan/agree-on-plan.ts'
import type { AgreedPlan, FirstRevision, PlanSurroundings } from '../stages/plan/agreed-plan.ts'
import { withApprovedPrd } from '../stages/approve/approved-prd.ts'
import { carryOut } from '../stages/execute/carry-out-plan.ts'
import { checkBase } from '../stages/intake/check-base.ts'
import { conventionalMessage } from '../stages/integrate/conventional-message.ts'
import type { Delivery } from '../stages/deliver/deliver.ts'
import { deliver } from '../stages/deliver/deliver.ts'
import { fact } from '../stages/facts.ts'
import type { FinalReview } from '../stages/review/final-review.ts'
import { finalReview } from '../stages/review/final-review.ts'
import type { RepositoryFacts } from '../stages/intake/intake.ts'
import { intake } from '../stages/intake/intake.ts'
import type { IntegrationLine, Prove } from '../stages/integrate/integration.ts'
import type { Job } from '../stages/job.ts'
import type { LearnFrom } from '../stages/learn/learn.ts'
import { learn } from '../stages/learn/learn.ts'
import { createMergeQueue } from '../stages/integrate/merge-queue.ts'
import { recordOutcome } from '../stages/learn/record-outcome.ts'
import { isResearched, research } from '../stages/research/research.ts'
import type { TaskResult } from '../stages/execute/see-through.ts'
import { withFiles } from '../stages/deliver/with-files.ts'
import { enter } from './enter.ts'
import type { Ready } from './get-ready.ts'
import { getReady } from './get-ready.ts'
import { readGivenPlan } from './given-plan.ts'
import type { StandardInput } from './standard-input.ts'
import { parseStandardInput } from './standard-input.ts'
import { jobFor } from './standard-job.ts'

export type StandardResult = {
  readonly delivery: Delivery
  readonly tasks: readonly TaskResult[]
  readonly proof: string
}

/**
 * From an objective to a proven branch: look, clarify, specify, research, plan, challenge, approve, build in parallel,
 * prove, review, learn, deliver; as deep as the job needs and the policy says.
 */
export const standardPlaybook: Playbook<StandardInput, StandardResult> = {
  name: 'standard',
  version: 3,
  oldest: 2,
  parseInput: parseStandardInput,
  play,
}

async function play(run: Run, input: StandardInput): Promise<StandardResult> {
  try {
    return await perform(run, input)
  } finally {
    await removeWorkspaces(run.shielded())
  }
}

async function perform(run: Run, input: StandardInput): Promise<StandardResult> {
  const given = input.plan === null ? null : readGivenPlan(input.plan)
  await enter(run, 'intake')
  const facts = await intake(run.scope('intake'))
  const first = jobFor(input, facts)
  if (facts.dirty.length > 0) await sayDirty(run, facts)
  await checkBase(run.scope('intake'), first)
  const ready = await getReady(run, first, facts, given)

  const brief = ready.more?.brief ?? null
  const isLookedAt = isResearched(ready.job, brief)
  if (isLookedAt) await enter(run, 'research')
  const findings = isLookedAt ? await research(run.scope('research'), ready.job, brief, facts.files) : []
  const plan = (onto: Job, next: FirstRevision, more = ready.more): Promise<AgreedPlan> =>
    agreeOnPlan(run, onto, findings, next, more ?? undefined)
  const agreed = await plan(ready.job, { revision: 1, revise: ready.revise })

  const specified = await asSpecified(run, ready)
  const planned = { ...specified, tier: agreed.tier ?? specified.tier }
  const line = { head: facts.base, tree: facts.baseTree }
  const queue = createMergeQueue(
    run.scope('execute/integrate'),
    {
      batch: planned.policy.batch,
      prove: prover(planned),
      ...(brief === null ? {} : { messageOf: conventionalMessage }),
    },
    line,
  )
  const built = await carryOut(run, planned, queue, agreed, (onto, next) =>
    plan(onto, next, later(ready.more)),
  )
  if (!built.results.some(({ state }) => state === 'done')) {
    throw new RunFailure({
      code: 'not-proven',
      message: 'No task was proven, so there is nothing to deliver.',
    })
  }

  // A plan that took another's place may go deeper, and has its own objections.
  const job = { ...planned, tier: built.agreed.tier ?? planned.tier }
  if (job.policy.process.review.final.includes(job.tier)) await enter(run, 'review')
  const reviewed = await finalReview(run, job, queue, built.agreed, built.results)
  const objections = [...(built.agreed.open ?? []), ...built.open, ...reviewed.open]
  const finished = await learnFrom(run, job, ready, { ...reviewed, line, objections })

  await enter(run, 'deliver')
  const verdict = await verify(run.scope('deliver'), 'verify', finished.head, finished.tree, job.proof)
  if (verdict.status !== 'passed') throw new RunFailure({ code: 'not-proven', message: verdict.message })
  const { results } = reviewed
  const story = {
    brief,
    clarifications: job.clarifications,
    plan: reviewed.agreed.plan,
    results,
    verdict,
    objections,
  }
  const delivery =
    finished.head === facts.base
      ? { branch: null, commit: facts.base, note: 'No file was changed, so there is nothing to deliver.' }
      : await deliver(run.scope('deliver'), job, finished, facts.branch, input.branch, story)
  if (ready.more !== null)
    await recordOutcome(run.scope('learn'), job, { results, objections, commit: delivery.commit })
  return { delivery, tasks: results, proof: verdict.message }
}

/** Whoever approves the plan may have changed what is required. */
async function asSpecified(run: Run, { job, prd, more }: Ready): Promise<Job> {
  const files = more?.files ?? null
  return prd === null || files === null ? job : withApprovedPrd(run.scope('approve/prd'), job, prd, files)
}

/** A plan that was given is given once. */
function later(more: PlanSurroundings | null): PlanSurroundings | null {
  return more === null ? null : { ...more, given: null }
}

function prover(job: Job): Prove {
  return (scope, name, commit, tree, onto) => {
    const against = onto === undefined ? null : { commit: onto.head, tree: onto.tree }
    return verify(scope, name, commit, tree, job.proof, 'integration', against)
  }
}

/** Writes down what later work should know, so that it is delivered together with the work. */
async function learnFrom(
  run: Run,
  job: Job,
  { more, prd }: Ready,
  { agreed, results, line, objections }: FinalReview & Pick<LearnFrom, 'line' | 'objections'>,
): Promise<IntegrationLine> {
  const files = more?.files ?? null
  if (files === null) return line
  await enter(run, 'learn')
  await learn(run.scope('learn'), job, { prd, files, line, plan: agreed.plan, results, objections })
  return withFiles(run.scope('learn'), job, line, files)
}

/** Clean-up is recorded like everything else, and happens after a cancellation too. */
async function removeWorkspaces(run: Run): Promise<void> {
  await run.step('clean-up', {
    kind: 'workspace-removal',
    input: null,
    execute: async ({ world }) => {
      await world.workspaces.removeAll(run.id)
      return null
    },
  })
}

async function sayDirty(run: Run, { dirty }: RepositoryFacts): Promise<void> {
  const text = `The checkout has changes that are not committed (${dirty.slice(0, 5).join(', ')}${dirty.length > 5 ? ', …' : ''}); the run works from the last commit and does not see them.`
  await run.record('intake/dirty', fact({ kind: 'notice', value: { text } }))
}
