import type { ChallengePolicy } from '../../policy/challenge-policy.ts'
import type { Tier } from '../../policy/tier.ts'
import type { ChallengeFact, Objection } from '../facts.ts'

/** A round that is over: what of it still counts for the next ones. */
export interface PastRound {
  readonly revision: number
  readonly objections: readonly Objection[]
}

/** How a plan's rounds go on after this one, the last of them. `approved`: nothing blocks. */
export function courseOf(
  rounds: readonly [PastRound, ...PastRound[]],
  isRejected: boolean,
  { rounds: most, stagnantFrom, leastGain }: ChallengePolicy,
  tier: Tier,
): ChallengeFact['verdict'] {
  const counts = rounds.map(({ objections }) => blockingOf(objections).length)
  const now = counts.at(-1) ?? 0
  if (now === 0) return 'approved'
  if (isRejected) return 'rejected'
  const before = counts.at(-3) ?? 0
  const isStuck = counts.length >= Math.max(3, stagnantFrom) && before - now < leastGain * before
  if (isStuck) return 'stagnant'
  return counts.length > most[tier] ? 'exhausted' : 'revise'
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
    one.objections.length - other.objections.length
  )
}
