import type { Plan } from './plan.ts'

/** Everything that `lintPlan` looks for. */
export const PLAN_RULES = [
  'no-tasks',
  'too-many-tasks',
  'too-few-tasks',
  'duplicate-id',
  'similar-id',
  'empty-title',
  'missing-executor',
  'self-dependency',
  'unknown-dependency',
  'cycle',
  'unreachable-task',
  'wave-order',
  'group-order',
  'bad-path',
  'overlapping-writes',
  'bad-conflict',
  'bad-contract',
  'deferred-research',
  'task-too-large',
  'unverified-criterion',
  'uncovered-criterion',
  'unknown-criterion',
  'code-in-plan',
  'checked-by-hand',
] as const

export type PlanRule = (typeof PLAN_RULES)[number]

/** Something wrong with a plan. An error keeps it from being executed, a warning does not. */
export interface PlanFinding {
  readonly rule: PlanRule
  readonly severity: 'error' | 'warning'
  /** The tasks it is about; empty when it is about the plan. */
  readonly tasks: readonly string[]
  /** Keys and indexes that lead from the plan to what is wrong. */
  readonly path: readonly (string | number)[]
  /** One sentence that a planner can act on. */
  readonly message: string
}

/** In what the processes differ about plans. */
export interface LintOptions {
  readonly mostTasks: number
  readonly leastTasks: number
  /** A task beyond these is worth splitting. */
  readonly mostFiles: number
  readonly mostLines: number
  /** Who can be given a task. */
  readonly executors: readonly string[]
  /** Ids of the criteria that the tasks must cover; `null`: there is no specification to go by. */
  readonly criteria: readonly string[] | null
  /** Whether a plan says everything in words, without code, and nothing in it is checked by hand. */
  readonly inWords: boolean
}

export type Rule = (plan: Plan, options: LintOptions) => readonly PlanFinding[]
