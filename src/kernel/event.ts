import type { Failure } from './failure.ts'
import type { Json } from './json.ts'
import type { Answer, Door, Question } from './question.ts'
import type { LimitDimension, Limits, Usage } from './usage.ts'

export const EVENT_VERSION = 1

/** A value in the journal: inline, or in a file of its own beside it, named by its SHA-256. */
export type Stored = { readonly value: Json } | { readonly blob: string; readonly bytes: number }

/** The file that a playbook came from. */
export interface PlaybookSource {
  /** From the root of the repository, or whole where it lies elsewhere. */
  readonly file: string
  readonly sha256: string
}

export interface PlaybookIdentity {
  readonly name: string
  readonly version: number
  /** Absent for what is built in. */
  readonly source?: PlaybookSource
}

/** What an event says, before the recorder has stamped it. Domain facts travel as `fact-recorded`. */
export type EventBody =
  | {
      readonly type: 'run-started'
      readonly run: string
      readonly playbook: PlaybookIdentity
      readonly input: Stored
      readonly limits: Limits
      /** The version of Tutti that wrote this. */
      readonly tutti: string
    }
  | {
      readonly type: 'run-resumed'
      readonly playbook: PlaybookIdentity
      readonly tutti: string
      /** Bytes of a half-written last line that the crash left and the resume cut off. */
      readonly tornBytes: number
    }
  | { readonly type: 'run-paused'; readonly reason: 'asked' | 'waiting'; readonly by?: string }
  | { readonly type: 'run-stopped'; readonly failure: Failure }
  | { readonly type: 'run-cancel-requested'; readonly by: string; readonly door?: Door }
  | { readonly type: 'run-completed'; readonly result: Stored }
  | { readonly type: 'run-failed'; readonly failure: Failure }
  | { readonly type: 'run-cancelled' }
  | {
      readonly type: 'step-started'
      readonly step: string
      readonly kind: string
      readonly version: number
      readonly digest: string
      readonly attempt: number
      readonly reserve?: Usage
    }
  | { readonly type: 'step-noted'; readonly step: string; readonly attempt: number; readonly note: Json }
  | { readonly type: 'step-spent'; readonly step: string; readonly attempt: number; readonly usage: Usage }
  | { readonly type: 'step-in-doubt'; readonly step: string; readonly attempt: number }
  | {
      readonly type: 'step-completed'
      readonly step: string
      readonly attempt: number
      readonly result: Stored
      readonly usage?: Usage
    }
  | {
      readonly type: 'step-failed'
      readonly step: string
      readonly attempt: number
      readonly failure: Failure
      readonly usage?: Usage
    }
  | { readonly type: 'step-outdated'; readonly step: string; readonly digest: string }
  | { readonly type: 'question-asked'; readonly question: string; readonly ask: Question }
  | { readonly type: 'question-answered'; readonly question: string; readonly answer: Answer }
  | { readonly type: 'budget-opened'; readonly scope: string; readonly limits: Limits }
  | {
      readonly type: 'budget-raised'
      readonly scope: string
      readonly dimension: LimitDimension
      readonly amount: number
      /** Where a person raised it without being asked: the id of the order, and who. */
      readonly order?: string
      readonly by?: string
      readonly door?: Door
    }
  | {
      readonly type: 'fact-recorded'
      readonly name: string
      readonly kind: string
      readonly version: number
      readonly value: Json
    }

export interface EventStamp {
  readonly v: typeof EVENT_VERSION
  /** Counts from 1 without a gap, so that a lost line is noticed. */
  readonly seq: number
  /** Epoch milliseconds, never decreasing within a journal. */
  readonly at: number
  /** How much of the time since the event before was no work: the clock was set, the machine slept, we were stopped. */
  readonly idle?: number
}

export type RunEvent = EventStamp & EventBody
