import type { Run } from '../../kernel/playbook.ts'
import type { Plan } from '../../plan/plan.ts'
import { challenge } from './challenge.ts'
import { bestRound, courseOf } from './challenge-course.ts'
import type { Challenger } from '../../policy/challenge-policy.ts'
import type { ChallengeNeed } from './challenge-need.ts'
import type { Critique } from './critique.ts'
import { improvedSince } from './critique.ts'
import type { Objection } from '../facts.ts'
import { fact } from '../facts.ts'
import type { Job } from '../job.ts'

/** A round of challenges that is over, with the plan it was about. */
export interface PlanRound {
  readonly plan: Plan
  readonly revision: number
  readonly objections: readonly Objection[]
  readonly verified: readonly string[]
  readonly praise: readonly string[]
  readonly by: readonly Challenger[]
  readonly isHeld: boolean
  readonly score: number | null
}

export type RoundEnd =
  | { readonly kind: 'revise'; readonly rounds: readonly PlanRound[] }
  /** `of`: the round of the plan that is to be shown, which need not be the last one. */
  | { readonly kind: 'shown'; readonly of: PlanRound; readonly critique: Critique }

/** Challenges a revision once more and says how it goes on. Contract: the fact of each round tells what blocked in it. */
export async function playRound(
  run: Run,
  job: Job,
  need: ChallengeNeed,
  { plan, revision }: { readonly plan: Plan; readonly revision: number },
  before: readonly PlanRound[],
): Promise<RoundEnd> {
  const verified = [...new Set(before.flatMap((round) => round.verified))]
  const round = before.length + 1
  const weighed = await challenge(run, job, need, { plan, revision, round, verified })
  const { objections, praise, isHeld } = weighed
  const score = job.policy.process.challenge.gain === 'score' ? weighed.score : null
  const by = need.who
  const last: PlanRound = {
    plan,
    revision,
    objections,
    verified: weighed.verified,
    praise,
    by,
    isHeld,
    score,
  }
  const [first, ...others] = [...before, last]
  const rounds: readonly [PlanRound, ...PlanRound[]] = [first, ...others]
  const verdict = weighed.isHeard
    ? courseOf(rounds, weighed.isRejected, job.policy.process.challenge, job.tier)
    : 'unheard'
  const told = { revision, round, by, verdict, objections, verified: last.verified, praise }
  const value = score === null ? told : { ...told, score }
  await run.record('challenged', fact({ kind: 'challenged', value }))
  if (verdict === 'revise') return { kind: 'revise', rounds }
  const of = verdict === 'approved' ? last : bestRound(rounds)
  const critique: Critique = {
    rounds: round,
    why: need.why,
    works: of.praise,
    improved: improvedSince(rounds, of.objections),
    open: of.objections,
    unsettled: verdict === 'approved' ? null : verdict,
  }
  return { kind: 'shown', of, critique }
}
