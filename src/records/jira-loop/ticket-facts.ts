import type { Json } from '../../kernel/json.ts'
import type { Fact } from '../../kernel/playbook.ts'
import type { BuildAndTest } from '../../stages/intake/build-and-test.ts'
import type { TicketPhase, TicketStatus } from './files-schema.ts'

/** What the start-up analysis found; everything that stays as it is from then on. */
export type TicketFact = Readonly<BuildAndTest> & {
  readonly jira: string
  readonly type: string
  readonly slug: string
  readonly branch: string
  readonly maxParallel: number
  readonly request: string
  readonly refined: string
  readonly criteria: readonly string[]
  readonly mandates: readonly { readonly tool: string; readonly words: string; readonly by: string }[]
  readonly docs: {
    readonly present: readonly string[]
    readonly status: 'trusted' | 'stale' | 'unknown'
    readonly isTrusted: boolean
    readonly refresh: readonly string[]
  }
  readonly areas: readonly string[]
  readonly files: readonly string[]
  /** The whole `.gitignore` with what is missing in it; `null` when nothing is. */
  readonly ignore: string | null
}

/** The run goes over to another step. */
export type StepFact = {
  readonly phase: TicketPhase
  readonly step: string
  readonly iteration: number
  readonly status: TicketStatus
  readonly head: string
  readonly isGateDone: boolean
}

/** A line of the log. */
export type LogFact = {
  readonly event: string
  readonly level: 'INFO' | 'ERROR'
  readonly iteration: number | null
  readonly task: string | null
  readonly group: string | null
  readonly message: string
}

export type TaskGroup = {
  readonly group: string
  readonly strategy: 'parallel' | 'sequential'
  readonly tasks: readonly string[]
}

/** The tasks of an iteration stand, with the order of their groups. */
export type GroupsFact = {
  readonly iteration: number
  readonly revision: number
  readonly mode: 'standard' | 'trivial_graph'
  readonly groups: readonly TaskGroup[]
}

/** A task was in a state that the original program had left it in. */
export type RestoredTask = {
  readonly task: string
  readonly status: string
  readonly attempt: number
  readonly startedAt: string | null
  readonly changedAt: string | null
  readonly acceptedAt: string | null
}

export type VerdictFact = {
  readonly iteration: number
  readonly status: 'ACCEPTED' | 'REJECTED'
  readonly mode: 'prompt-review' | 'auto-accept-trivial'
  readonly build: string
  readonly tests: string
  readonly notes: string
  readonly criteria: readonly { criterion: string; status: 'MET' | 'NOT MET'; evidence: string }[]
  readonly issues: readonly { severity: string; where: string | null; text: string }[]
}

export type TicketFacts = {
  readonly ticket: TicketFact
  readonly 'ticket-step': StepFact
  readonly 'ticket-log': LogFact
  readonly 'ticket-groups': GroupsFact
  readonly 'ticket-group': {
    readonly iteration: number
    readonly group: string
    readonly state: 'started' | 'accepted' | 'left'
  }
  readonly 'ticket-restored': { readonly tasks: readonly RestoredTask[] }
  readonly 'ticket-verdict': VerdictFact
  /** A task has used up its attempts: the run waits for a person. */
  readonly 'ticket-paused': { readonly task: string }
  /** Files that lay changed before the work began: nobody is blamed for them. */
  readonly 'ticket-drift': { readonly paths: readonly string[] }
}

export function ticketFact<Kind extends keyof TicketFacts>(kind: Kind, value: TicketFacts[Kind]): Fact {
  return { kind, version: 1, value: value as Json }
}
