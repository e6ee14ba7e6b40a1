import { Schedule } from './schedule.ts'
import type { ScheduleFact } from './schedule-fact.ts'
import type { SchedulePolicy } from './schedule-policy.ts'
import type { ScheduledTask } from './schedule-task.ts'
import type { WaitReason } from './schedule-wait.ts'

export interface Situation {
  readonly tasks: readonly ScheduledTask[]
  /** Everything that has happened, oldest first: the whole state, so that a resumed run decides alike. */
  readonly facts: readonly ScheduleFact[]
  readonly policy: SchedulePolicy
  readonly now: number
}

export interface Decision {
  /** Tasks to start, in this order. */
  readonly start: readonly string[]
  /** Tasks that can never start, because something they wait for was not done. */
  readonly block: readonly string[]
  /** Why each of the others does not start. */
  readonly wait: ReadonlyMap<string, WaitReason>
  /** When to ask again although nothing has happened. */
  readonly wakeAt?: number
}

/** What follows from a plan and everything that has happened: the same question always has the same answer. */
export function decide({ tasks, facts, policy, now }: Situation): Decision {
  const schedule = new Schedule(tasks, policy)
  for (const fact of facts) schedule.apply(fact)
  const { wakeAt, ...admission } = schedule.admit(now)
  return { ...admission, wait: schedule.waits(now), ...(wakeAt === null ? {} : { wakeAt }) }
}
