import type { CapabilityGap, ExecutorReply } from '../../contracts/executor-reply.ts'
import type { ExecutorContract } from '../../contracts/executors.ts'
import type { FailureReport } from '../../policy/failure-report.ts'
import type { Attempt, AttemptEnd, Carried } from './attempt.ts'

/** Those who do the tasks of a process that has its own way to ask them. Contract: everything is recorded by the attempt. */
export interface Crew {
  /** How the task's role is asked. */
  contractFor(attempt: Attempt): Promise<ExecutorContract>
  /** Hears a reply that says completed, before the work is looked at; what it gives back fails the attempt. */
  hear(attempt: Attempt, turn: number, reply: ExecutorReply): Promise<FailureReport | null>
  /** Finds somebody who can do what the role cannot. */
  closeGap(attempt: Attempt, gap: CapabilityGap, carried: Carried): Promise<AttemptEnd>
}
