import { z } from 'zod'

export const taskOrderSchema = z.strictObject({
  do: z.enum(['skip', 'retry']),
  task: z.string().min(1).max(200),
  revision: z.int().min(1),
})

/** A person's word about one task of the plan, outside of questions. */
export type TaskOrder = Readonly<z.infer<typeof taskOrderSchema>>

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
