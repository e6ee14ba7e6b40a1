import type { Tier } from '../../policy/tier.ts'

/** Where a request enters the process. */
export type Phase =
  | 'new-objective'
  /** A plan was given: it is carried out as it is. */
  | 'given-plan'
  /** A plan was given together with what should be different. */
  | 'plan-feedback'
  /** Every task of the plan that was given is done or blocked: only a person can say what next. */
  | 'nothing-left'

export type WorkType = 'fix' | 'feature' | 'chore'

/** Kinds of things that a request often leaves open. */
export type GrayKind = 'interface' | 'visual' | 'logic' | 'data'

/** A tool that the request says must be used, in its own words. */
export type ToolMandate = {
  readonly tool: string
  readonly words: string
  readonly by: 'planner' | 'implementer'
}

/** What the request and the repository say before any agent is asked; an interpreter may have made it clearer. */
export type Brief = {
  readonly phase: Phase
  readonly objective: string
  /** Three words, for names of files and branches. */
  readonly slug: string
  readonly workType: WorkType | null
  /** Ids of tickets: ABC-12, #34. */
  readonly ids: readonly string[]
  readonly mandates: readonly ToolMandate[]
  /** Why the request is not clear; empty when it is. */
  readonly unclear: readonly string[]
  readonly criteria: readonly string[]
  readonly grayKinds: readonly GrayKind[]
  /** Whether the person wants no discussion. */
  readonly skipDiscussion: boolean
  readonly affectedAreas: readonly string[]
  readonly likelyFiles: readonly string[]
  readonly tier: Tier
  /** The rules that made it this tier, in words. */
  readonly tierReasons: readonly string[]
}
