import type { PlanRevise } from '../../contracts/planner.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Tier } from '../../policy/tier.ts'
import type { Brief } from '../intake/brief.ts'
import type { Objection } from '../facts.ts'
import type { PlanFormat } from './plan-file.ts'
import type { ProcessFiles } from '../specify/process-files.ts'

/** A plan that may be carried out. */
export interface AgreedPlan {
  readonly plan: Plan
  readonly revision: number
  /** How deep the job goes now that there is a plan: never less deep than before. */
  readonly tier?: Tier
  /** What was held against it and is still open. */
  readonly open?: readonly Objection[]
}

/** What the whole process has beside the research. */
export interface PlanSurroundings {
  readonly brief: Brief
  /** Where the plan is written for people; `null`: nowhere. */
  readonly files: ProcessFiles | null
  /** How it is written there; without it, as the standard process does. */
  readonly format?: PlanFormat
  /** A plan to begin with instead of a planner's first one; of no account where one is revised. */
  readonly given: Plan | null
  /** Whether a person has agreed to that plan before. */
  readonly isAgreed?: boolean
}

/** Where planning begins. */
export interface FirstRevision {
  readonly revision: number
  readonly revise: PlanRevise | null
}
