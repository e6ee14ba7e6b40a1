/** What an auditor scores a plan by, each from 0 to 5; `null` where the plan has nothing of the kind. */
export type PlanScores = {
  readonly completeness: number
  readonly soundness: number
  readonly executability: number
  readonly verifiability: number
  readonly rollback: number | null
  readonly parallelism: number | null
  readonly clarity: number
}

/** What others found, and what therefore no score may hide. */
export type ScoreCeilings = {
  /** Things the plan takes for granted that are not so. */
  readonly mirages: number
  /** Tasks that whoever walked through them could not have done. */
  readonly stuckTasks: number
}

const WEIGHTS: Readonly<Record<keyof PlanScores, number>> = {
  completeness: 3,
  soundness: 2.5,
  executability: 2.5,
  verifiability: 1.5,
  rollback: 1.5,
  parallelism: 1,
  clarity: 0.5,
}

/** From this share on a plan is good enough, and below the other it is to be thrown away. */
export const GOOD_SCORE = 0.75
export const BAD_SCORE = 0.6

/** The weighted share of what a plan could have scored, from 0 to 1; a kind the plan has nothing of counts neither way. */
export function planScore(scores: PlanScores, { mirages, stuckTasks }: ScoreCeilings): number {
  const highest: Partial<Record<keyof PlanScores, number>> = {
    soundness: mirages === 0 ? 5 : mirages === 1 ? 4 : mirages <= 3 ? 3 : 2,
    executability: stuckTasks === 0 ? 5 : stuckTasks === 1 ? 3 : 1,
  }
  let scored = 0
  let possible = 0
  for (const key of Object.keys(WEIGHTS) as (keyof PlanScores)[]) {
    const score = scores[key]
    if (score === null) continue
    scored += WEIGHTS[key] * Math.min(score, highest[key] ?? 5)
    possible += WEIGHTS[key] * 5
  }
  return scored / possible
}
