import type { ByTier } from './tier.ts'

/** Who looks at a plan before a person does. */
export const CHALLENGERS = [
  'plan-auditor',
  'assumption-verifier',
  'executability-verifier',
  'critic',
  'reviewer',
] as const

export type Challenger = (typeof CHALLENGERS)[number]

export const CHALLENGE_MOMENTS = ['before-approval', 'after-approval'] as const

export type ChallengeMoment = (typeof CHALLENGE_MOMENTS)[number]

/** Who questions a plan, when, and what comes of it. */
export type ChallengePolicy = {
  /** Whether a person sees a plan that was challenged, or it is challenged once they have approved it. */
  readonly when: ChallengeMoment
  readonly by: ByTier<readonly Challenger[]>
  /** Rounds of revision at most. */
  readonly rounds: ByTier<number>
  /** A plan is only challenged when it has so many tasks, is less sure than this, or has a grave risk. */
  readonly leastTasks: number
  readonly sureFrom: number
  /** From this round on, a round must have less to find by this share. */
  readonly stagnantFrom: number
  readonly leastGain: number
  /** What a round must be better in: less may stand against the plan, or it must score more. */
  readonly gain: 'objections' | 'score'
  /**
   * `named`: only what names something that was agreed on holds a plan up. `said`: every blocking finding does, and
   * so do a verdict that objects and a score that is too low.
   */
  readonly blocks: 'named' | 'said'
  /** Who looks at a revision: whom it needs by itself, or also everybody who looked at the plan before. */
  readonly again: 'needed' | 'everybody'
  /** Whose word a plan cannot go on without: that of anybody, or only that of whoever walks through its tasks. */
  readonly must: 'anybody' | 'executability-verifier'
  /** Whoever walks through the tasks is believed from this on, or from `leastConfidence` on where that is less. */
  readonly walkSureFrom: number
}
