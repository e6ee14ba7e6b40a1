import type { DiagnosisPacket } from '../../contracts/diagnosis-packet.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Task } from '../../plan/plan.ts'
import type { TaskState } from '../facts.ts'
import { fact } from '../facts.ts'
import type { Job } from '../job.ts'
import { agentFor } from '../job.ts'
import type { TaskDesk } from './task-desk.ts'

/** One attempt at a task, and the hands it is made with. */
export interface Attempt {
  readonly number: number
  readonly task: Task
  readonly job: Job
  readonly desk: TaskDesk
  /** The scope of the attempt, and the one of its task. */
  readonly run: Run
  readonly taskRun: Run
  /** Who did the work, once that is known: another than the first choice may have taken over. */
  readonly by?: string | undefined
}

/** What an attempt is given from those before it. */
export interface Carried {
  /** What they made, on top of a commit of the line; `null` when there is nothing to build on. */
  readonly work: { readonly commit: string; readonly base: string } | null
  /** The commit that keeps what an agent had written whose session was cut off. */
  readonly kept: string | null
  readonly packet: DiagnosisPacket | null
  /** Tasks that the work conflicts with, as far as known. */
  readonly conflictsWith: readonly string[]
  /** What was advised before, by the failure it was to cure. */
  readonly fixes: readonly { readonly signature: string; readonly fix: string }[]
  /** Signatures of findings that the work was sent back for. */
  readonly refusals: readonly string[]
  /** What a person has agreed to. */
  readonly accepted: readonly string[]
  /** What agents have asked a person about the task, with the answers. */
  readonly answers: readonly string[]
  /** Paths that the write-set has grown by. */
  readonly grown: readonly string[]
  /** The gate that failed last; it is run first. */
  readonly gate: string | null
  /** Roles that had the task before and could not do it. */
  readonly roles: readonly string[]
}

export const nothingCarried: Carried = {
  work: null,
  kept: null,
  packet: null,
  conflictsWith: [],
  fixes: [],
  refusals: [],
  accepted: [],
  answers: [],
  grown: [],
  gate: null,
  roles: [],
}

export type AttemptEnd =
  | { readonly kind: 'done'; readonly commit: string }
  | { readonly kind: 'again'; readonly carried: Carried }
  /** Another role goes on with it. */
  | { readonly kind: 'reassign'; readonly role: string; readonly carried: Carried }
  | { readonly kind: 'given-up'; readonly problem: string }
  | { readonly kind: 'replan'; readonly reason: string }

export function say(
  { run, job, task, number, by }: Attempt,
  state: TaskState,
  note: string | null = null,
): Promise<void> {
  const agent =
    state === 'diagnosing' ? agentFor(job, 'debugger', task) : (by ?? agentFor(job, task.role, task))
  return run.record(
    `task-${state}`,
    fact({ kind: 'task', value: { task: task.id, state, attempt: number, agent, note } }),
  )
}
