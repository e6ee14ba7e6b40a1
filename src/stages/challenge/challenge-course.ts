import type { ChallengePolicy } from '../../policy/challenge-policy.ts'
import type { Tier } from '../../policy/tier.ts'
import type { ChallengeFact, Objection } from '../facts.ts'

/** A round that is over: what of it still counts for the next ones. */
export interface PastRound {
  readonly revision: number
  readonly objections: readonly Objection[]
  /** Whether the plan cannot go on like this; without it, where anything blocks. */
  readonly isHeld?: boolean
  /** From 0 to 1; `null`, or left out: it is not measured by that. */
  readonly score?: number | null
}

/** How a plan's rounds go on after this one, the last of them. `approved`: nothing blocks. */
export function courseOf(
  rounds: readonly [PastRound, ...PastRound[]],
  isRejected: boolean,
  { rounds: most, stagnantFrom, leastGain }: Pick<ChallengePolicy, 'rounds' | 'stagnantFrom' | 'leastGain'>,
  tier: Tier,
): ChallengeFact['verdict'] {
  const [now = rounds[0], , before] = rounds.toReversed()
  if (!(now.isHeld ?? blockingOf(now.objections).length > 0)) return 'approved'
  if (isRejected) return 'rejected'
  const isLate = rounds.length >= Math.max(3, stagnantFrom)
  if (isLate && before !== undefined && !isBetter(now, before, leastGain)) return 'stagnant'
  return rounds.length > most[tier] ? 'exhausted' : 'revise'
}

function isBetter(now: PastRound, before: PastRound, leastGain: number): boolean {
  const scores = [before.score ?? null, now.score ?? null] as const
  if (scores[0] !== null && scores[1] !== null) return scores[1] - scores[0] >= leastGain
  const [was, is] = [before, now].map(({ objections }) => blockingOf(objections).length) as [number, number]
  return is < was && was - is >= leastGain * was
}

/** The round with the least against it; of equals the last. */
export function bestRound<Round extends PastRound>(rounds: readonly [Round, ...Round[]]): Round {
  return rounds.reduce((best, round) => (compare(round, best) <= 0 ? round : best))
}

export function blockingOf(objections: readonly Objection[]): readonly Objection[] {
  return objections.filter(({ severity }) => severity === 'blocking')
}

function compare(one: PastRound, other: PastRound): number {
  return (
    blockingOf(one.objections).length - blockingOf(other.objections).length ||
    (other.score ?? 0) - (one.score ?? 0) ||
    one.objections.length - other.objections.length
  )
}
