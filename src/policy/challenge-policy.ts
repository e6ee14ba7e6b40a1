import type { z } from 'zod'
import { byTier, count, groupOf, oneOf, share, wholeNumber, wordsOf } from './value-schemas.ts'

/** Who looks at a plan before a person does. */
export const CHALLENGERS = [
  'plan-auditor',
  'assumption-verifier',
  'executability-verifier',
  'critic',
  'reviewer',
] as const

export type Challenger = (typeof CHALLENGERS)[number]

/** Who questions a plan, when, and what comes of it. */
export const challengeSchema = groupOf('Who questions a plan.', {
  when: oneOf(['before-approval', 'after-approval'])
    .default('before-approval')
    .describe('Whether it is questioned before you approve it or after.'),
  by: byTier(
    'Roles that look at a plan before you do.',
    (usual: readonly Challenger[]) => wordsOf(CHALLENGERS).readonly().default(usual),
    {
      trivial: [],
      small: ['plan-auditor'],
      medium: ['plan-auditor', 'assumption-verifier', 'critic'],
      large: ['plan-auditor', 'assumption-verifier', 'critic', 'reviewer', 'executability-verifier'],
    },
  ),
  rounds: byTier('Rounds of revision at most.', (usual: number) => count().default(usual), {
    trivial: 2,
    small: 2,
    medium: 5,
    large: 5,
  }),
  leastTasks: count()
    .default(3)
    .describe('A plan of fewer tasks is challenged only for its doubts or a grave risk.'),
  sureFrom: share().default(0.9).describe('A plan less sure of itself than this is challenged.'),
  stagnantFrom: wholeNumber().default(3).describe('The round from which on less must be found each time.'),
  leastGain: share().default(0.05).describe('By which share less, or the revision has come to nothing.'),
  gain: oneOf(['objections', 'score'])
    .default('objections')
    .describe('What a round must be better in: what stands against the plan, or its score.'),
  // With `said`, a verdict that objects and a score that is too low hold it up as well as every blocking finding.
  blocks: oneOf(['named', 'said'])
    .default('named')
    .describe(
      'What holds a plan up: findings that name something agreed on, or whatever is said against it.',
    ),
  again: oneOf(['needed', 'everybody'])
    .default('needed')
    .describe('Who looks at a revision: whom it needs by itself, or everybody who looked before.'),
  must: oneOf(['anybody', 'executability-verifier'])
    .default('anybody')
    .describe('Whose word a plan cannot go on without, unless you say so.'),
  walkSureFrom: share()
    .default(1)
    .describe(
      'From which confidence on the executability verifier is believed; never more than least-confidence.',
    ),
})

export type ChallengePolicy = z.infer<typeof challengeSchema>
