import type { Door } from '../kernel/question.ts'
import type { Evidence, Verdict } from '../gates/verdict.ts'
import type { Failure } from '../kernel/failure.ts'
import type { Brief } from '../stages/intake/brief.ts'
import type { ChallengeFact, ModelFact, Objection, ReviewFact } from '../stages/facts.ts'
import type { RunFiles } from './files-of-run.ts'
import type { DeliveryView, RunStatus, TaskView } from './run-view.ts'

/** What a run was asked, decided, built, proved and left open, from its journal alone. */
export interface Report {
  readonly run: string
  readonly status: RunStatus
  readonly startedAt: number
  /** `null` while the run can still go on. */
  readonly endedAt: number | null
  readonly failure: Failure | null
  /** The process that it followed. */
  readonly playbook: string
  readonly asked: Asked
  readonly decided: Decided
  readonly built: Built
  readonly proven: readonly Proven[]
  readonly reviewed: readonly ReviewFact[]
  readonly spent: Spent
  /** How far what ran was kept apart from the machine, and what that does not cover; absent where nothing ran. */
  readonly isolation?: { readonly words: string; readonly notCovered: readonly string[] }
  /** Who did what with which model, as far as the agents said so; absent when none did. */
  readonly models?: readonly ModelFact[]
  /** Where one agent took over from another, in words; absent when none did. */
  readonly takenOver?: readonly string[]
  readonly leftOpen: LeftOpen
  /** Files of the process as they were last written, and by whom. */
  readonly files: RunFiles['files']
}

export interface Asked {
  readonly objective: string
  /** What the request and the repository said before any work; `null` where nobody looked. */
  readonly brief: Brief | null
}

export interface Decided {
  readonly clarifications: readonly {
    readonly question: string
    readonly answer: string
    readonly scope: 'architectural' | 'task'
    readonly by: string
  }[]
  /** Everything else that somebody was asked and has answered. */
  readonly answers: readonly {
    readonly question: string
    readonly text: string
    readonly answer: string
    readonly by: string
    readonly door?: Door
  }[]
  readonly plans: readonly {
    readonly revision: number
    readonly tasks: readonly string[]
    /** Why it took the place of the one before it. */
    readonly reason: string | null
  }[]
  readonly challenges: readonly ChallengeFact[]
  /** What somebody agreed to although it was held against a task. */
  readonly accepted: readonly {
    readonly task: string
    readonly what: readonly string[]
    readonly by: string
  }[]
}

export interface ReportedTask extends Pick<TaskView, 'id' | 'title' | 'state'> {
  readonly attempts: number
  /** The commit of the line that has its work. */
  readonly commit: string | null
  /** Files its turns have changed, as far as the journal holds them itself. */
  readonly files: readonly string[]
  readonly problem: string | null
}

export interface Built {
  readonly tasks: readonly ReportedTask[]
  readonly delivery: DeliveryView | null
  /** Whether the user's own branch was moved too. */
  readonly merged: { readonly branch: string; readonly commit: string; readonly by: string } | null
}

export interface Proven extends Pick<
  Verdict,
  'status' | 'commit' | 'message' | 'counts' | 'failedTests' | 'knownFailures' | 'flaky' | 'reusedFrom'
> {
  readonly of: string
  readonly evidence: readonly Pick<Evidence, 'name' | 'command' | 'exitCode' | 'durationMs' | 'counts'>[]
}

/** Contract: what nobody reported is `null`, or counted as turns that nobody metered, and never zero. */
export interface Spent {
  readonly turns: number
  readonly tokens: number | null
  readonly usd: number | null
  readonly turnsWithoutTokens: number
  readonly turnsWithoutUsd: number
  /** Turns whose money was reckoned by a list of prices; absent when none was. */
  readonly turnsEstimated?: number
  readonly workMs: number
  readonly elapsedMs: number
}

export interface LeftOpen {
  readonly questions: readonly string[]
  readonly tasks: readonly ReportedTask[]
  readonly objections: readonly Objection[]
  /** Reviews in which the reviewer did not say whether it is good. */
  readonly abstained: readonly ReviewFact[]
  /** What agents did that was not theirs to do and that was not undone. */
  readonly findings: readonly { readonly task: string | null; readonly message: string }[]
  /** What did not fit into a role's request. */
  readonly leftOut: readonly { readonly role: string; readonly titles: readonly string[] }[]
}
