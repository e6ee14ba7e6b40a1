import type { Fact } from '../kernel/playbook.ts'
import type { Task } from '../plan/plan.ts'

export type StageName = 'intake' | 'research' | 'plan' | 'approve' | 'execute' | 'deliver'

export type TaskState = 'working' | 'proving' | 'diagnosing' | 'integrating' | 'done' | 'given-up' | 'blocked'

/** A plan as it was made: what every journal has of it. The rest of the plan stands beside it, `planOfRun` reads that. */
export type PlanFact = {
  readonly revision: number
  readonly tasks: readonly Pick<Task, 'id' | 'title' | 'dependencies'>[]
}

/** An agent failed in a way that passes; `until` is when, where that is known. */
export type Setback = { readonly agent: string; readonly until: number | null }

/** What stages tell the world through the journal, by kind. */
export type StageFact =
  | { readonly kind: 'stage'; readonly value: { readonly stage: StageName } }
  | { readonly kind: 'notice'; readonly value: { readonly text: string; readonly setback?: Setback } }
  | { readonly kind: 'plan'; readonly value: PlanFact }
  | {
      readonly kind: 'task'
      readonly value: {
        readonly task: string
        readonly state: TaskState
        readonly attempt: number
        readonly agent: string | null
        readonly note: string | null
      }
    }
  | {
      readonly kind: 'finding'
      readonly value: { readonly task: string | null; readonly action: string; readonly message: string }
    }
  | { readonly kind: 'delivered'; readonly value: { readonly branch: string; readonly commit: string } }

export function fact(of: StageFact): Fact {
  return { kind: of.kind, version: 1, value: of.value }
}
