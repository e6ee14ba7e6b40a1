import type { ChallengeFact, Objection } from '../facts.ts'
import { blockingOf } from './challenge-course.ts'

/** What came of challenging a plan, for whoever approves it. */
export type Critique = {
  readonly rounds: number
  /** Why it was challenged at all. */
  readonly why: readonly string[]
  readonly works: readonly string[]
  /** What stood against it in earlier rounds and no longer does. */
  readonly improved: readonly string[]
  readonly open: readonly Objection[]
  /** Set when the rounds ended with something that still blocks, or with nobody's word at all. */
  readonly unsettled: Exclude<ChallengeFact['verdict'], 'approved' | 'revise'> | null
}

/** Why a person has to decide, as sentences. */
export const UNSETTLED: Readonly<Record<NonNullable<Critique['unsettled']>, string>> = {
  rejected: 'Those who challenged this plan say that it is the wrong one.',
  stagnant: 'Revising this plan brings nothing more, and something still stands against it.',
  unheard: 'Those whose word about this plan is needed could say nothing that counts.',
  exhausted: 'This plan was revised as often as the policy says, and something still stands against it.',
}

/** What stood in earlier rounds and is not said any more in the round of the plan that is shown. */
export function improvedSince(
  earlier: readonly { readonly objections: readonly Objection[] }[],
  open: readonly Objection[],
): readonly string[] {
  const still = new Set(open.map(keyOf))
  const gone = earlier
    .flatMap(({ objections }) => blockingOf(objections))
    .filter((each) => !still.has(keyOf(each)))
  return [...new Set(gone.map(({ text }) => text))]
}

/** Everything held against a plan, as its planner reads it; what blocks comes first. */
export function feedbackOf(objections: readonly Objection[]): string {
  const order = ['blocking', 'major', 'minor']
  return objections
    .toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
    .map(({ by, severity, text, about, where }) => {
      const place = [
        ...(about === null ? [] : [`about ${about}`]),
        ...(where === null ? [] : [`at ${where}`]),
      ]
      return `- ${severity}, by the ${by}${place.length === 0 ? '' : ` (${place.join(', ')})`}: ${text}`
    })
    .join('\n')
}

function keyOf({ about, where }: Objection): string {
  return `${about ?? ''} ${where ?? ''}`
}
