import type { DiagnosisPacket } from '../contracts/diagnosis-packet.ts'
import type { Fact } from '../kernel/playbook.ts'
import type { Task } from '../plan/plan.ts'
import type { FailureClass } from '../policy/failure-class.ts'
import type { FailureLevel } from '../policy/failure-ledger.ts'

export type StageName = 'intake' | 'research' | 'plan' | 'approve' | 'execute' | 'deliver'

export type TaskState =
  | 'working'
  | 'proving'
  | 'diagnosing'
  | 'integrating'
  /** Its plan is being made anew. */
  | 'replanning'
  | 'done'
  | 'given-up'
  | 'blocked'

/** A plan as it was made: what every journal has of it. The rest of the plan stands beside it, `planOfRun` reads that. */
export type PlanFact = {
  readonly revision: number
  readonly tasks: readonly Pick<Task, 'id' | 'title' | 'dependencies'>[]
}

/** An agent failed in a way that passes; `until` is when, where that is known. */
export type Setback = { readonly agent: string; readonly until: number | null }

/** An attempt that failed, as the budgets of failures count it. */
export type FailureFact = {
  readonly task: string
  readonly attempt: number
  readonly wave: string
  readonly class: FailureClass
  readonly signature: string
  readonly problem: string
  readonly evidence: string
}

/** A person gave as many failures again as one budget has. */
export type GrantFact = {
  readonly task: string
  readonly wave: string
  readonly level: FailureLevel
  readonly class: FailureClass
}

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
  | { readonly kind: 'failure'; readonly value: FailureFact }
  | { readonly kind: 'grant'; readonly value: GrantFact }
  | {
      readonly kind: 'diagnosis'
      readonly value: { readonly task: string; readonly signature: string } & DiagnosisPacket
    }
  /** A person agreed to what an audit or a proof held against a task. */
  | {
      readonly kind: 'accepted'
      readonly value: { readonly task: string; readonly what: readonly string[]; readonly by: string }
    }
  /** A task's write-set has grown by these paths. */
  | {
      readonly kind: 'extended'
      readonly value: { readonly task: string; readonly paths: readonly string[] }
    }
  /** Whether the tests of a repair fail without it. */
  | {
      readonly kind: 'red-green'
      readonly value: { readonly task: string; readonly red: boolean; readonly message: string }
    }
  | { readonly kind: 'delivered'; readonly value: { readonly branch: string; readonly commit: string } }

export function fact(of: StageFact): Fact {
  return { kind: of.kind, version: 1, value: of.value }
}
