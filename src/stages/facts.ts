import type { DiagnosisPacket } from '../contracts/diagnosis-packet.ts'
import type { PlanReply } from '../contracts/planner.ts'
import type { ResearchReply } from '../contracts/researcher.ts'
import type { Fact } from '../kernel/playbook.ts'
import type { Json } from '../kernel/json.ts'
import type { Task } from '../plan/plan.ts'
import type { FailureClass } from '../policy/failure-class.ts'
import type { FailureLevel } from '../policy/failure-ledger.ts'
import type { Tier } from '../policy/tier.ts'
import type { IsolationFact } from './isolation-fact.ts'
import type { Brief } from './intake/brief.ts'
import type { Clarification } from './specify/clarification.ts'
import type { ObeyedFact } from './execute/task-order.ts'
import type { FeedbackFact, OrderedFact, TrustedFact } from './spoken-facts.ts'

export type StageName =
  | 'intake'
  | 'discuss'
  | 'specify'
  | 'research'
  | 'plan'
  | 'challenge'
  | 'approve'
  | 'execute'
  | 'review'
  | 'learn'
  | 'deliver'

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

export type ResearchedFact = {
  readonly area: string
  readonly question: string
  readonly reply: ResearchReply
  /** The earlier run whose answer it is; `null`: this one's. */
  readonly takenFrom: string | null
}

export type DraftFact = {
  readonly revision: number
  readonly variant: string
  readonly plan: PlanReply
  readonly isTaken: boolean
}

/** An agent failed in a way that passes; `until` is when, where that is known. */
export type Setback = { readonly agent: string; readonly until: number | null }

/** One agent took over from another that could not be used. */
export type FailedOver = {
  readonly role: string
  readonly task: string | null
  readonly from: string
  readonly to: string
  readonly text: string
  /** Whether nobody else in the run is to ask it either: until then, or for the rest of the run. */
  readonly isAway: boolean
  readonly until: number | null
}

/** Who took a turn, as far as the agent said which model it runs. */
export type ModelFact = {
  readonly role: string
  readonly task: string | null
  readonly agent: string
  readonly model: string
}

/** One thing that was held against a plan or against work. */
export type Objection = {
  readonly by: string
  readonly severity: 'blocking' | 'major' | 'minor'
  readonly text: string
  /** The criterion, risk or rule it is about; without one it cannot block. */
  readonly about: string | null
  /** A file, a task or a place in the plan. */
  readonly where: string | null
}

export type ChallengeFact = {
  readonly revision: number
  readonly round: number
  readonly by: readonly string[]
  readonly verdict: 'approved' | 'revise' | 'rejected' | 'stagnant' | 'exhausted' | 'unheard'
  readonly objections: readonly Objection[]
  /** What was checked and found to be so; it must stay so. */
  readonly verified: readonly string[]
  readonly praise: readonly string[]
  /** What the plan scored, from 0 to 1, where rounds are measured by that. */
  readonly score?: number
}

export type ReviewFact = {
  readonly scope: 'task' | 'wave' | 'final'
  /** The task, the wave, or the commit. */
  readonly of: string
  readonly by: string
  readonly verdict: 'approved' | 'blocked' | 'advised' | 'abstained'
  readonly objections: readonly Objection[]
}

/** An attempt that failed, as the budgets of failures count it. */
export type FailureFact = {
  readonly task: string
  readonly attempt: number
  readonly wave: string
  readonly class: FailureClass
  readonly signature: string
  readonly problem: string
  readonly evidence: string
  /** How often the agent had tried again by itself, where it said so. */
  readonly retries?: number
}

/** A person gave as many failures again as one budget has. */
export type GrantFact = {
  readonly task: string
  readonly wave: string
  readonly level: FailureLevel
  readonly class: FailureClass
}

export type DeliveredFact = {
  /** `null` where the work was delivered as a patch alone. */
  readonly branch: string | null
  readonly commit: string
  /** Written beside the run's journal. */
  readonly files?: readonly DeliveredFile[]
}

export type DeliveredFile = { readonly as: 'patch' | 'pull-request'; readonly path: string }

/** What one run came to, kept beyond it, so that later runs and people can compare. Unknown spend is `null`. */
export type OutcomeFact = {
  readonly objective: string
  readonly tier: Tier
  readonly tasks: {
    readonly done: readonly string[]
    readonly notDone: readonly string[]
    readonly attempts: number
  }
  readonly failures: Readonly<Partial<Record<FailureClass, number>>>
  readonly verdicts: { readonly passed: number; readonly failed: number; readonly errored: number }
  readonly spent: {
    readonly turns: number
    readonly tokens: number | null
    readonly usd: number | null
    readonly workMs: number
    readonly elapsedMs: number
  }
  readonly objections: readonly Objection[]
  /** The commit that is delivered; `null` when there is none yet. */
  readonly commit: string | null
}

/** What stages tell the world through the journal, by kind. */
export type StageFact =
  | { readonly kind: 'stage'; readonly value: { readonly stage: StageName } }
  | {
      readonly kind: 'notice'
      readonly value: {
        readonly text: string
        readonly setback?: Setback
        /** Agents that can be used again, by a person's word. */
        readonly back?: readonly string[]
      }
    }
  | { readonly kind: 'failed-over'; readonly value: FailedOver }
  | { readonly kind: 'model'; readonly value: ModelFact }
  | { readonly kind: 'isolation'; readonly value: IsolationFact }
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
  /** What passes only sometimes, by the word of whoever did the task. */
  | {
      readonly kind: 'flaky'
      readonly value: { readonly task: string; readonly tests: readonly string[] }
    }
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
  | { readonly kind: 'brief'; readonly value: Brief }
  /** What somebody found out about one part of the repository. */
  | { readonly kind: 'researched'; readonly value: ResearchedFact }
  /** One of several plans to choose from. */
  | { readonly kind: 'draft'; readonly value: DraftFact }
  | { readonly kind: 'clarified'; readonly value: Clarification & { readonly by: string } }
  /** A file of the process as the run last wrote it, or as a person left it. */
  | {
      readonly kind: 'file'
      readonly value: {
        readonly path: string
        readonly folder: string
        readonly commit: string
        readonly by: 'run' | 'person'
      }
    }
  /** The commit that has the files which were told from the journal. */
  | {
      readonly kind: 'settled-files'
      readonly value: {
        readonly folder: string
        readonly commit: string
        readonly paths: readonly string[]
      }
    }
  /** Where copies of the files stay when the run has ended. */
  | { readonly kind: 'kept'; readonly value: { readonly folder: string } }
  /** What a round of challengers held against a plan. */
  | { readonly kind: 'challenged'; readonly value: ChallengeFact }
  /** What a reviewer, critic or designer held against work. */
  | { readonly kind: 'reviewed'; readonly value: ReviewFact }
  /** A task goes on with another role, because the one that had it lacks something. */
  | {
      readonly kind: 'reassigned'
      readonly value: {
        readonly task: string
        readonly from: string
        readonly to: string
        readonly missing: string
        readonly by: string
      }
    }
  /** What is about to happen, before it does. */
  | { readonly kind: 'announced'; readonly value: { readonly text: string } }
  /** Sources that did not fit into a request. */
  | {
      readonly kind: 'left-out'
      readonly value: { readonly role: string; readonly titles: readonly string[]; readonly length: number }
    }
  /** What an agent handed to the others, or asked for, through its tools. */
  | {
      readonly kind: 'told'
      readonly value: { readonly from: string; readonly task: string | null; readonly call: Json }
    }
  /** A person, outside a question, told a run at work what to do. */
  | { readonly kind: 'ordered'; readonly value: OrderedFact }
  /** A person allowed a journal that was written elsewhere, as it was then. */
  | { readonly kind: 'trusted'; readonly value: TrustedFact }
  /** A person said, outside a question, what is to be different about the whole job; the next wave waits for it. */
  | { readonly kind: 'feedback'; readonly value: FeedbackFact }
  /** What came of that. */
  | { readonly kind: 'obeyed'; readonly value: ObeyedFact }
  | { readonly kind: 'delivered'; readonly value: DeliveredFact }
  /** The user's own branch was moved to what was delivered. */
  | {
      readonly kind: 'merged'
      readonly value: { readonly branch: string; readonly commit: string; readonly by: string }
    }
  | { readonly kind: 'outcome'; readonly value: OutcomeFact }

export function fact(of: StageFact): Fact {
  return { kind: of.kind, version: 1, value: of.value }
}
