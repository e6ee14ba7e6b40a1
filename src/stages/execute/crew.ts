import type { CapabilityGap } from '../../contracts/capability-gap.ts'
import type { ExecutorReply } from '../../contracts/executor-reply.ts'
import type { ExecutorContract } from '../../contracts/executors.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Task } from '../../plan/plan.ts'
import type { FailureReport } from '../../policy/failure-report.ts'

/** A task at work: `run` is the scope of the attempt. */
export interface CrewTask {
  readonly run: Run
  readonly task: Task
}

/** What follows when a role cannot do what its task needs. */
export type GapEnd =
  | { readonly kind: 'reassign'; readonly role: string; readonly by: string }
  | { readonly kind: 'again'; readonly words: string }
  | { readonly kind: 'given-up'; readonly problem: string }
  | { readonly kind: 'replan'; readonly reason: string }

/** Those who do the tasks of a process that has its own way to ask them. Contract: everything is recorded by the attempt. */
export interface Crew {
  /** How the task's role is asked. */
  contractFor(attempt: CrewTask): Promise<ExecutorContract>
  /** Hears a reply that says completed, before the work is looked at; what it gives back fails the attempt. */
  hear(attempt: CrewTask, turn: number, reply: ExecutorReply): Promise<FailureReport | null>
  /** Finds somebody who can do what the role, and those who had the task before it, cannot. */
  closeGap(attempt: CrewTask, gap: CapabilityGap, had: readonly string[]): Promise<GapEnd>
}
