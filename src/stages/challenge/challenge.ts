import type { Contract } from '../../contracts/contract.ts'
import { assumptionVerifier } from '../../contracts/assumption-verifier.ts'
import { critic } from '../../contracts/critic.ts'
import { executabilityVerifier } from '../../contracts/executability-verifier.ts'
import { planAuditor } from '../../contracts/plan-auditor.ts'
import type { ChallengeReply, ChallengeRequest, ChallengeTerms } from '../../contracts/plan-challenge.ts'
import { planReviewer } from '../../contracts/plan-review.ts'
import { RunFailure } from '../../kernel/failure.ts'
import { parallel } from '../../kernel/parallel.ts'
import type { Run } from '../../kernel/playbook.ts'
import { lintPlan } from '../../plan/lint-plan.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Challenger } from '../../policy/challenge-policy.ts'
import { askRole } from '../ask-role.ts'
import type { ChallengeNeed } from './challenge-need.ts'
import { fact } from '../facts.ts'
import type { Job } from '../job.ts'
import { closeWorkspace, openWorkspace } from '../open-workspace.ts'
import { executorsOf } from '../plan/plan-background-of.ts'
import type { Challenge, WeighedRound } from './weigh-objections.ts'
import { weighObjections } from './weigh-objections.ts'

export interface ChallengedPlan {
  readonly plan: Plan
  readonly revision: number
  /** From 1. */
  readonly round: number
  /** What earlier rounds found to be so. */
  readonly verified: readonly string[]
}

const CONTRACTS: Readonly<
  Record<Challenger, (terms: ChallengeTerms) => Contract<ChallengeRequest, ChallengeReply>>
> = {
  'plan-auditor': planAuditor,
  'assumption-verifier': assumptionVerifier,
  'executability-verifier': executabilityVerifier,
  critic,
  reviewer: planReviewer,
}

/**
 * One round: everybody the need names looks at the plan at the same time; whether its tasks can be walked through is
 * asked only when the others have nothing against it that blocks.
 */
export async function challenge(
  run: Run,
  job: Job,
  need: ChallengeNeed,
  challenged: ChallengedPlan,
): Promise<WeighedRound> {
  const { plan, verified } = challenged
  const demanded = { criteria: job.criteria.map(({ id }) => id), executors: executorsOf(job) }
  const ask = (by: Challenger): Promise<Challenge> => hear(run.scope(by), job, by, need, challenged)
  const first = need.who.filter((by) => by !== 'executability-verifier')
  const heard = await parallel(first, job.policy.parallel, ask)
  const { blocks, must } = job.policy.process.challenge
  const weigh = (said: readonly Challenge[]): WeighedRound =>
    weighObjections(said, plan, demanded, verified, blocks)
  const weighed = weigh(heard)
  const isSilenceTaken = must === 'executability-verifier'
  if (need.who.length === first.length || weighed.isHeld) {
    return isSilenceTaken ? { ...weighed, isHeard: true } : weighed
  }
  const walked = await ask('executability-verifier')
  const whole = weigh([...heard, walked])
  return isSilenceTaken ? { ...whole, isHeard: walked.reply !== null } : whole
}

/** Who cannot tell, or gives no reply that fits, has abstained: that is said, and the others decide. */
async function hear(
  run: Run,
  job: Job,
  by: Challenger,
  { focus }: ChallengeNeed,
  { plan, revision, round, verified }: ChallengedPlan,
): Promise<Challenge> {
  const { objective, criteria, clarifications, proof, policy } = job
  const { blocks, walkSureFrom } = policy.process.challenge
  const sureFrom = Math.min(policy.leastConfidence, by === 'executability-verifier' ? walkSureFrom : 1)
  const verification = proof.commands.map(({ command }) => command)
  const warnings = lintPlan(plan, { executors: executorsOf(job) }).map(
    ({ rule, message }) => `${rule}: ${message}`,
  )
  const request = {
    objective,
    plan,
    criteria,
    clarifications,
    verification,
    warnings,
    focus,
    round,
    verified,
    ...(blocks === 'named' ? {} : { blocks }),
  }
  const workspace = await openWorkspace(run, `challenge-${revision}-${by}`, job.base)
  const place = { workspace, parent: job.base, message: '' }
  try {
    const { reply } = await askRole(run, job, CONTRACTS[by]({ plan, verified }), () => request, place)
    if (reply.verdict !== 'abstain' && reply.confidence >= sureFrom) return { by, reply, unsure: null }
    const why = reply.verdict === 'abstain' ? 'cannot tell' : `is sure by ${reply.confidence} only`
    await abstained(run, by, why)
    return { by, reply: null, unsure: reply }
  } catch (thrown) {
    if (!(thrown instanceof RunFailure) || thrown.failure.code !== 'reply-invalid') throw thrown
    await abstained(run, by, 'gave no reply that fits')
    return { by, reply: null, unsure: null }
  } finally {
    await closeWorkspace(run, workspace)
  }
}

async function abstained(run: Run, by: string, why: string): Promise<void> {
  const text = `The ${by} ${why}, so the plan goes on without its word.`
  await run.record('abstained', fact({ kind: 'notice', value: { text } }))
}
