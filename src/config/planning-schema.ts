import { EXECUTORS } from '../plan/role.ts'
import { CHALLENGE_MOMENTS, CHALLENGERS } from '../policy/challenge-policy.ts'
import { standardProcess } from '../policy/process-policy.ts'
import { byTier, defaultOf } from './tier-schemas.ts'
import {
  count,
  flag,
  group,
  listOf,
  oneOf,
  pathInside,
  share,
  wholeNumber,
  wordsOf,
} from './value-schemas.ts'

const usual = standardProcess

/** The keys of `policy` that say how a plan is made and questioned. */
export const planningShape = {
  planning: group({
    variants: byTier(
      'Plans to choose from; 0: one task, no planner.',
      () => count(),
      usual.planning.variants,
    ),
    splitter: flag()
      .describe(
        `Whether a splitter follows a planner whose plan cannot be used. ${defaultOf(usual.planning.splitter)}`,
      )
      .exactOptional(),
    executors: wordsOf(EXECUTORS)
      .describe(
        `Who can be given a task, beside the team's own roles. ${defaultOf(usual.planning.executors)}`,
      )
      .exactOptional(),
    'least-tasks': byTier('Tasks of a plan at least.', () => wholeNumber(), usual.planning.leastTasks),
    'most-tasks': wholeNumber()
      .describe(`Tasks of a plan at most. ${defaultOf(usual.planning.mostTasks)}`)
      .exactOptional(),
    'in-words': flag()
      .describe(
        `Whether a plan has no code in it and nothing that is checked by hand. ${defaultOf(usual.planning.inWords)}`,
      )
      .exactOptional(),
    named: flag()
      .describe(`Whether a plan has to name who does each task. ${defaultOf(usual.planning.named)}`)
      .exactOptional(),
    'mobile-files': listOf(pathInside(), 'must be a list of paths')
      .describe(
        "Paths and globs of mobile apps: an implementer's task that writes there is done by the mobile implementer.",
      )
      .exactOptional(),
  })
    .describe('How a plan is made.')
    .exactOptional(),
  challenge: group({
    when: oneOf(CHALLENGE_MOMENTS)
      .describe(`Whether it is questioned before you approve it or after. ${defaultOf(usual.challenge.when)}`)
      .exactOptional(),
    by: byTier('Roles that look at a plan before you do.', () => wordsOf(CHALLENGERS), usual.challenge.by),
    rounds: byTier('Rounds of revision at most.', () => count(), usual.challenge.rounds),
    'least-tasks': count()
      .describe(
        `A plan of fewer tasks is challenged only for its doubts or a grave risk. ${defaultOf(usual.challenge.leastTasks)}`,
      )
      .exactOptional(),
    'sure-from': share()
      .describe(`A plan less sure of itself than this is challenged. ${defaultOf(usual.challenge.sureFrom)}`)
      .exactOptional(),
    'stagnant-from': wholeNumber()
      .describe(
        `The round from which on less must be found each time. ${defaultOf(usual.challenge.stagnantFrom)}`,
      )
      .exactOptional(),
    'least-gain': share()
      .describe(
        `By which share less, or the revision has come to nothing. ${defaultOf(usual.challenge.leastGain)}`,
      )
      .exactOptional(),
    gain: oneOf(['objections', 'score'])
      .describe(
        `What a round must be better in: what stands against the plan, or its score. ${defaultOf(usual.challenge.gain)}`,
      )
      .exactOptional(),
    blocks: oneOf(['named', 'said'])
      .describe(
        `What holds a plan up: findings that name something agreed on, or whatever is said against it. ${defaultOf(usual.challenge.blocks)}`,
      )
      .exactOptional(),
    again: oneOf(['needed', 'everybody'])
      .describe(
        `Who looks at a revision: whom it needs by itself, or everybody who looked before. ${defaultOf(usual.challenge.again)}`,
      )
      .exactOptional(),
    must: oneOf(['anybody', 'executability-verifier'])
      .describe(
        `Whose word a plan cannot go on without, unless you say so. ${defaultOf(usual.challenge.must)}`,
      )
      .exactOptional(),
    'walk-sure-from': share()
      .describe(
        `From which confidence on the executability verifier is believed; never more than least-confidence. ${defaultOf(usual.challenge.walkSureFrom)}`,
      )
      .exactOptional(),
  })
    .describe('Who questions a plan.')
    .exactOptional(),
}
