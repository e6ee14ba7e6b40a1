import type { IsolationSeen } from './isolation-seen.ts'
import type { Verdict } from '../gates/verdict.ts'
import type { Spend } from '../kernel/budget.ts'
import type { Failure } from '../kernel/failure.ts'
import type { Json } from '../kernel/json.ts'
import type { Answer, Question } from '../kernel/question.ts'
import type { Limits } from '../kernel/usage.ts'
import type { DeliveredFile, ModelFact, StageName, TaskState } from '../stages/facts.ts'

/** `open`: neither ended nor set aside; whether a process is playing it now is not in the journal. */
export type RunStatus = 'open' | 'paused' | 'stopped' | 'completed' | 'failed' | 'cancelled'

export interface TaskView {
  readonly id: string
  readonly title: string
  readonly dependencies: readonly string[]
  readonly state: TaskState | 'waiting'
  readonly attempt: number
  readonly agent: string | null
  readonly note: string | null
  readonly startedAt: number | null
  readonly endedAt: number | null
}

export interface QuestionView {
  readonly id: string
  readonly ask: Question
  readonly askedAt: number
  readonly answer: Answer | null
}

export interface StepView {
  readonly name: string
  readonly kind: string
  readonly attempt: number
  readonly startedAt: number
}

export interface ProgressView {
  readonly percent: number
  readonly tasksDone: number
  readonly tasksTotal: number
  /** Milliseconds of work still to come, from the times observed so far; `null` before there is one. */
  readonly etaMs: number | null
}

export interface DeliveryView {
  /** `null` where the work was delivered as a patch alone. */
  readonly branch: string | null
  readonly commit: string
  /** Written beside the run's journal. */
  readonly files: readonly DeliveredFile[]
}

/** The picture of a run that every surface shows. */
export interface RunView {
  readonly run: string
  readonly playbook: string
  readonly objective: string
  readonly status: RunStatus
  readonly startedAt: number
  readonly updatedAt: number
  readonly events: number
  readonly stage: StageName | null
  readonly stages: readonly { readonly stage: StageName; readonly enteredAt: number }[]
  readonly tasks: readonly TaskView[]
  /** What was done in earlier plans and is not in the present one, oldest first. */
  readonly doneBefore: readonly TaskView[]
  readonly openSteps: readonly StepView[]
  readonly finishedSteps: number
  readonly questions: readonly QuestionView[]
  readonly verdicts: readonly (Verdict & { readonly name: string; readonly at: number })[]
  readonly notices: readonly string[]
  readonly findings: readonly {
    readonly task: string | null
    readonly action: string
    readonly message: string
  }[]
  /** How far agents and commands were kept apart from the machine, as each launch told. */
  readonly isolation: IsolationSeen
  /** Who did what with which model, as far as the agents said so, each once. */
  readonly models: readonly ModelFact[]
  readonly cancelRequested: boolean
  readonly resumes: number
  readonly inDoubt: number
  readonly spend: Spend
  readonly limits: Limits
  readonly activeMs: number
  readonly progress: ProgressView
  readonly delivery: DeliveryView | null
  readonly failure: Failure | null
  readonly result: Json
}
