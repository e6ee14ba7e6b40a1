import type { Run } from '../../kernel/playbook.ts'
import type { GivenTicket } from '../../records/jira-loop/given-ticket.ts'
import type { TicketStatus } from '../../records/jira-loop/files-schema.ts'
import type { LogFact, StepFact, TicketFact } from '../../records/jira-loop/ticket-facts.ts'
import { ticketFact } from '../../records/jira-loop/ticket-facts.ts'
import type { Brief } from '../../stages/intake/brief.ts'
import type { RepositoryFacts } from '../../stages/intake/intake.ts'
import type { Job } from '../../stages/job.ts'
import type { Whereabouts } from './whereabouts.ts'
import type { PlanSurroundings } from '../../stages/plan/agreed-plan.ts'
import type { ProcessFiles } from '../../stages/specify/process-files.ts'

/** Everything that the work on one ticket needs at every step. */
export interface TicketDesk {
  readonly run: Run
  readonly job: Job
  readonly facts: RepositoryFacts
  readonly brief: Brief
  readonly ticket: TicketFact
  readonly files: ProcessFiles
  readonly given: GivenTicket | null
  readonly at: Whereabouts
  /** The branch that is delivered: the ticket's own, unless a person named one or it is there already. */
  readonly branch: string
  /** Plan files of an iteration, for whoever edits them. */
  readonly formatOf: (iteration: number) => NonNullable<PlanSurroundings['format']>
}

const PHASES = {
  I2: 'INITIALIZED',
  O1: 'PLANNING',
  O3: 'PLANNING',
  O4: 'SPLITTING',
  'O4.5': 'GIT_GATE',
  O5: 'TASK_EXECUTION',
  O6: 'REVIEW',
  O7: 'DOC_REFRESH',
} as const

export type Here = Pick<StepFact, 'iteration' | 'head' | 'isGateDone'> & {
  readonly step: keyof typeof PHASES
}

/** Goes over to a step: its phase, and the commit that it stands on. */
export function goTo(run: Run, name: string, here: Here, status: TicketStatus = 'PENDING'): Promise<void> {
  return run.record(`at/${name}`, ticketFact('ticket-step', { ...here, phase: PHASES[here.step], status }))
}

/** Adds a line to the log. Contract: only the program does; agents have no way to. */
export function log(
  run: Run,
  name: string,
  event: string,
  message: string,
  more: Partial<LogFact> = {},
): Promise<void> {
  const line = { level: 'INFO', iteration: null, task: null, group: null, ...more } as const
  const value = { ...line, event: `orchestrator.${event}`, message }
  return run.record(`log/${name}`, ticketFact('ticket-log', value))
}
