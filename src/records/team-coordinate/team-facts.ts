import type { Fact } from '../../kernel/playbook.ts'
import type { Json } from '../../kernel/json.ts'
import type { TaskAnalysis } from './task-analysis.ts'
import type { TeamTask } from './team-task.ts'

export type RoleSpec = { readonly role: string; readonly text: string }

/** The team as it is now: told once the roles are made, and again whenever one comes in. */
export type TeamAnalysed = {
  /** `TC-<slug>-<date>`. */
  readonly session: string
  readonly analysis: TaskAnalysis
  readonly specs: readonly RoleSpec[]
  readonly completion_action: 'interactive' | 'auto_archive' | 'auto_keep'
}

/** Tasks that are there from now on; one that is told again takes the place of the one before. */
export type TeamDispatched = { readonly tasks: readonly TeamTask[] }

/** A message on the bus. Its number and its time are given by where it stands in the journal. */
export type TeamMessage = {
  readonly from: string
  readonly to: string
  readonly type: string
  readonly summary: string
  /** Of a `state_update`: what is merged into the state of its sender. */
  readonly data: Readonly<Record<string, Json>> | null
  readonly dispatch_status: 'pending' | 'notified' | 'delivered' | 'failed'
}

/** What came of a worker's turn. */
export type TeamResult = {
  readonly task: string
  readonly status: 'completed' | 'partial_completion' | 'failed' | 'timed_out'
  readonly findings: string
  readonly error: string | null
}

/** What a worker has made; `name` is without the task's id and without an ending. */
export type TeamArtifact = { readonly task: string; readonly name: string; readonly text: string }

export type TeamIssue = { readonly class: 'Error' | 'Warning' | 'Info'; readonly text: string }

/** A gate: after an artifact, after a task that validates, or (`task: null`) over everything. */
export type TeamQuality = {
  readonly task: string | null
  readonly scores: {
    readonly completeness: number
    readonly consistency: number
    readonly accuracy: number
    readonly depth: number
  }
  readonly total: number
  readonly verdict: 'pass' | 'warn' | 'retry' | 'fail'
  readonly issues: readonly TeamIssue[]
}

export type TeamConsensus = {
  readonly task: string
  readonly role: string
  readonly level: 'HIGH' | 'MEDIUM' | 'LOW'
  readonly about: string
  /** `revision`: a task was made for it; `overridden`: a person said so. */
  readonly outcome: 'revision' | 'paused' | 'overridden' | 'warned' | 'noted'
  readonly by: string | null
}

/** The session waits for a person, or no longer does. */
export type TeamPaused = { readonly paused: boolean; readonly why: string }

export type TeamCompletion = {
  readonly action: 'archive' | 'keep' | 'export'
  /** `active` when the action failed. */
  readonly status: 'completed' | 'paused' | 'active'
  readonly exported: string | null
  readonly warning: string | null
}

/** What was set right in a session that is gone on with. */
export type TeamReconciled = { readonly changes: readonly string[] }

export type TeamFact =
  | { readonly kind: 'team-analysed'; readonly value: TeamAnalysed }
  | { readonly kind: 'team-dispatched'; readonly value: TeamDispatched }
  | { readonly kind: 'team-message'; readonly value: TeamMessage }
  | { readonly kind: 'team-result'; readonly value: TeamResult }
  | { readonly kind: 'team-artifact'; readonly value: TeamArtifact }
  | { readonly kind: 'team-quality'; readonly value: TeamQuality }
  | { readonly kind: 'team-consensus'; readonly value: TeamConsensus }
  | { readonly kind: 'team-paused'; readonly value: TeamPaused }
  | { readonly kind: 'team-completion'; readonly value: TeamCompletion }
  | { readonly kind: 'team-reconciled'; readonly value: TeamReconciled }

export type TeamFactKind = TeamFact['kind']

export type TeamFactValue<Kind extends TeamFactKind> = Extract<TeamFact, { kind: Kind }>['value']

/** What this process tells beside the stages. */
export function teamFact(of: TeamFact): Fact {
  return { kind: of.kind, version: 1, value: of.value }
}
