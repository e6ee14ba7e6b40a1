import type { Plan } from '../../plan/plan.ts'
import type { ProcessPolicy } from '../../policy/process-policy.ts'
import type { Brief } from './brief.ts'
import { grayKindsOf } from './gray-kinds.ts'
import type { Impact } from './impact-scan.ts'
import { areasOf, scanImpact } from './impact-scan.ts'
import type { GivenPlan } from './phase-of.ts'
import { phaseOf } from './phase-of.ts'
import { criteriaIn, skipsDiscussion, unclearBecause } from './request-clarity.ts'
import { slugOf } from './slug-of.ts'
import { ticketIds } from './ticket-ids.ts'
import { tierOf } from './tier-of.ts'
import { toolMandates } from './tool-mandates.ts'
import { workTypeOf } from './work-type.ts'

export type TierRules = Pick<ProcessPolicy, 'tier' | 'tierFiles'>

const MOST_FILES = 30

/** What the rules make of a request; with a plan that was given, the plan says what is touched and how deep it goes. */
export function briefOf(
  request: string,
  paths: readonly string[],
  mentions: readonly string[],
  rules: TierRules,
  given: GivenPlan | null,
): Brief {
  const phase = phaseOf(request, given)
  const objective = given === null || phase === 'plan-feedback' ? request : given.plan.objective
  const unclear = given === null ? unclearBecause(objective) : []
  const impact = given === null ? scanImpact(objective, paths, mentions) : impactOf(given.plan)
  const judged = tierOf(
    {
      objective: given === null ? objective : [objective, ...wordsOf(given.plan)].join('\n'),
      isClear: unclear.length === 0,
      likelyFiles: impact.files,
      isNamed: impact.isNamed,
    },
    rules,
  )
  return {
    phase,
    objective,
    slug: slugOf(objective),
    workType: workTypeOf(objective),
    ids: ticketIds(objective),
    mandates: toolMandates(objective),
    unclear,
    criteria: criteriaIn(objective),
    grayKinds: grayKindsOf(objective),
    skipDiscussion: skipsDiscussion(request),
    affectedAreas: impact.areas,
    likelyFiles: impact.files.slice(0, MOST_FILES),
    tier: judged.tier,
    tierReasons: judged.reasons,
  }
}

function impactOf({ tasks }: Plan): Impact {
  const files = [...new Set(tasks.flatMap(({ writeSet }) => writeSet))]
  return { files, areas: areasOf(files), isNamed: tasks.every(({ writeSet }) => writeSet.length > 0) }
}

/** Each task is one demand. */
function wordsOf({ tasks }: Plan): readonly string[] {
  return tasks.map(({ title }) => `- ${title}`)
}
