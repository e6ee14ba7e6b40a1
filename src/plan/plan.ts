/** What a task's id may be: it becomes part of step names, refs and folder names. */
export const TASK_ID = /^[A-Za-z][A-Za-z0-9._-]{0,31}$/

export type Level = 'low' | 'medium' | 'high'

export type Effort = 'small' | 'medium' | 'large'

/** What a task may do that somebody should allow first. */
export const GRAVE_KINDS = ['destructive', 'deployment', 'dependency', 'public-api', 'architecture'] as const

export type GraveKind = (typeof GRAVE_KINDS)[number]

/** Where a plan can be dangerous; each is looked at by itself. */
export const RISK_CATEGORIES = [
  'data-volume',
  'performance',
  'concurrency',
  'access-control',
  'migration-rollback',
  'dependency',
  'operability',
] as const

export type RiskCategory = (typeof RISK_CATEGORIES)[number]

/** What was found when a plan was looked at for one kind of danger. */
export type PlanRisk = {
  readonly category: RiskCategory
  readonly applicability: 'applicable' | 'not-applicable' | 'uncertain'
  readonly impact: Level | 'unknown'
  readonly disposition: 'resolved' | 'open-question' | 'research-added' | 'not-applicable'
  /** What the danger is, or what is done about it. */
  readonly note: string
}

/** Something that must be true when a task is done. */
export type Criterion = {
  readonly id: string | null
  readonly criterion: string
  /** How anybody can see that it is true; `null` when nobody said. */
  readonly verification: string | null
}

/** How large a task is thought to be; `null` where nobody guessed. */
export type Estimates = {
  readonly effort: Effort | null
  readonly files: number | null
  readonly lines: number | null
  readonly minutes: number | null
}

/** A file worth reading before the work begins. */
export type ContextFile = {
  readonly path: string
  readonly description: string
}

/** One piece of work that one agent does in one workspace. */
export type Task = {
  readonly id: string
  readonly title: string
  readonly description: string
  /** Who does it. */
  readonly role: string
  /** Ids of the tasks whose proven work it builds on. */
  readonly dependencies: readonly string[]
  /** The round it is meant for, counted from 1; `null`: as its dependencies say. */
  readonly wave: number | null
  /** Tasks of one group are meant to run at once. */
  readonly group: string | null
  /** Paths or globs it will write; empty means that nobody knows. */
  readonly writeSet: readonly string[]
  /** Ids of tasks that must not run at the same time; saying it on one side is enough. */
  readonly conflicts: readonly string[]
  readonly acceptance: readonly Criterion[]
  /** Commands by which its author can see that it works; they prove nothing, the run's own commands do. */
  readonly verification: readonly string[]
  readonly estimates: Estimates
  readonly risk: Level
  readonly context: readonly ContextFile[]
  /** The fault that it repairs; `null`: what its title says. */
  readonly fixes: string | null
  /** Ids of the specification's criteria that hold once it is done. */
  readonly covers: readonly string[]
  readonly priority: Level
  /** What it does that somebody should allow, by the planner's word. */
  readonly grave: readonly GraveKind[]
}

/** What one task makes and another one uses, agreed on before both begin. */
export type TaskContract = {
  readonly from: string
  readonly to: string
  readonly interface: string
  readonly format: string
}

export type FailureMode = {
  readonly scenario: string
  readonly likelihood: Level
  readonly impact: Level | 'critical'
  readonly mitigation: string
}

/** How the plan could go wrong, thought through before it begins. */
export type PreMortem = {
  readonly overallRisk: Level
  readonly failureModes: readonly FailureMode[]
  readonly assumptions: readonly string[]
}

/** Something the planner could not settle. */
export type OpenQuestion = {
  readonly question: string
  readonly options: readonly string[]
  readonly recommendation: string | null
}

/** Why a revision of the plan came about, and the tasks it added, changed or took away. */
export type PlanRevision = {
  readonly revision: number
  readonly reason: string
  readonly changed: readonly string[]
}

/** A plan as data. Contract: only one that `lintPlan` finds no error in is ever executed. */
export type Plan = {
  readonly objective: string
  readonly tasks: readonly Task[]
  readonly contracts: readonly TaskContract[]
  readonly preMortem: PreMortem | null
  readonly openQuestions: readonly OpenQuestion[]
  /** Every revision but the first, oldest first. */
  readonly lineage: readonly PlanRevision[]
  /** How sure its author is of it, from 0 to 1; `null`: nobody said. */
  readonly confidence: number | null
  readonly risks: readonly PlanRisk[]
}
