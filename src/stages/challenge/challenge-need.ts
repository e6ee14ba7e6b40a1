import { graveThings } from '../../plan/grave-things.ts'
import type { Plan, PlanRisk, RiskCategory } from '../../plan/plan.ts'
import type { Challenger } from '../../policy/challenge-policy.ts'
import { CHALLENGERS } from '../../policy/challenge-policy.ts'
import type { Job } from '../job.ts'

/** Who is to look at a plan, why, and what with special care; nobody where the policy or the plan gives no reason. */
export interface ChallengeNeed {
  readonly who: readonly Challenger[]
  readonly why: readonly string[]
  readonly focus: readonly string[]
}

const FOCUS: Readonly<Record<RiskCategory, string>> = {
  'data-volume': 'performance with much data',
  performance: 'performance',
  concurrency: 'architecture: what happens at the same time',
  'access-control': 'architecture: who may do what',
  'migration-rollback': 'what is destroyed, and whether it can be undone',
  dependency: 'architecture: what is relied on',
  operability: 'gaps in the scope: running, watching and mending it',
}

/**
 * A plan is challenged when it is large, unsure, grave or has an open danger; the last calls for everybody. `before`:
 * who looked at the plan that it is a revision of; where the policy says so, none of them is left out.
 */
export function challengeNeed(
  plan: Plan,
  { tier, policy }: Pick<Job, 'tier' | 'policy'>,
  before: readonly Challenger[] = [],
): ChallengeNeed {
  const { by, leastTasks, sureFrom, again } = policy.process.challenge
  const kept = again === 'everybody' ? before : []
  const open = plan.risks.filter(isOpenAndHigh)
  const why = [
    ...(plan.tasks.length >= leastTasks ? [`it has ${plan.tasks.length} tasks`] : []),
    ...(plan.confidence === null ? ['nobody says how sure it is'] : []),
    ...(plan.confidence !== null && plan.confidence < sureFrom
      ? [`its planner is sure of it by ${plan.confidence} only`]
      : []),
    ...graveThings(plan).map(({ kind, tasks }) => `${tasks.map(({ id }) => id).join(', ')}: ${kind}`),
    ...open.map(({ category }) => `the danger ${category} is high and not resolved`),
    ...(kept.length === 0 ? [] : ['it is a revision of one that was challenged']),
  ]
  const needed = why.length === 0 ? [] : open.length > 0 ? by.large : by[tier]
  const who = kept.length === 0 ? needed : CHALLENGERS.filter((each) => [...needed, ...kept].includes(each))
  const focus = plan.risks.filter(({ applicability }) => applicability !== 'not-applicable')
  return { who, why, focus: [...new Set(focus.map(({ category }) => FOCUS[category]))] }
}

function isOpenAndHigh({ applicability, impact, disposition }: PlanRisk): boolean {
  return applicability === 'applicable' && impact === 'high' && disposition !== 'resolved'
}
