/** A person's word about one task of the plan, outside of questions. */
export type TaskOrder = {
  readonly do: 'skip' | 'retry'
  readonly task: string
  readonly revision: number
}

/** A task that begins anew: under a name of its own, with its attempts counted on. */
export type Reopened = {
  readonly task: string
  /** 2 for the first time that it begins anew. */
  readonly life: number
  /** How many attempts it has had. */
  readonly attempts: number
}

/** What came of an order. */
export type ObeyedFact = TaskOrder & {
  readonly by: string
  /** Whether the task ends here, because it had not started. */
  readonly leftOut: boolean
  readonly reopened: readonly Reopened[]
  readonly text: string
}
