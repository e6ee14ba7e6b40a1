import type { SchedulePolicy } from './schedule-policy.ts'
import type { ScheduledTask } from './schedule-task.ts'
import { meet, readWriteSet } from './write-set.ts'

/** Whether two tasks, by their numbers, must not run at the same time. */
export type Clash = (a: number, b: number) => boolean

/**
 * Tasks clash when the plan says so or when they may write the same file. A task without a write-set takes no
 * lock, or the only one, as the policy says.
 */
export function findClashes(
  tasks: readonly ScheduledTask[],
  { unknownWriteSet }: Pick<SchedulePolicy, 'unknownWriteSet'>,
): Clash {
  const sets = tasks.map(({ writeSet }) => readWriteSet(writeSet))
  const conflicts = tasks.map((task) => new Set(task.conflicts))
  const declared = (a: number, b: number): boolean => conflicts[a]?.has(tasks[b]?.id ?? '') ?? false
  const isUnknown = (task: number): boolean => sets[task]?.kind === 'empty'
  return (a, b) => {
    if (declared(a, b) || declared(b, a)) return true
    if (isUnknown(a) || isUnknown(b)) return unknownWriteSet === 'exclusive'
    const [ours, theirs] = [sets[a], sets[b]]
    return ours !== undefined && theirs !== undefined && meet(ours, theirs)
  }
}
