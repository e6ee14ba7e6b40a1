/** What a task's id may be: it becomes part of step names, refs and folder names. */
export const TASK_ID = /^[A-Za-z][A-Za-z0-9._-]{0,31}$/

/** One piece of work that one agent does in one workspace. */
export interface Task {
  readonly id: string
  readonly title: string
  readonly description: string
  /** Ids of the tasks whose proven work it builds on. */
  readonly dependencies: readonly string[]
  /** Paths or globs it will write; empty means that nobody knows. */
  readonly writeSet: readonly string[]
  /** What must be true when it is done. */
  readonly acceptance: readonly string[]
  readonly role: 'implementer'
}

/** A plan as data. Contract: only one that `lintPlan` has no finding against is ever executed. */
export interface Plan {
  readonly objective: string
  readonly tasks: readonly Task[]
}
