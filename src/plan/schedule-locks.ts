import type { SchedulePolicy } from './schedule-policy.ts'
import type { ScheduledTask } from './schedule-task.ts'
import { meet, readWriteSet } from './write-set.ts'

/** Which tasks, by their numbers, must not run at the same time. */
export interface Locks {
  clash(a: number, b: number): boolean
  /** Adds paths to a task's write-set. */
  extend(task: number, paths: readonly string[]): void
}

/**
 * Tasks clash when the plan says so or when they may write the same file. A task without a write-set takes no
 * lock, or the only one, as the policy says.
 */
export function findLocks(
  tasks: readonly ScheduledTask[],
  { unknownWriteSet }: Pick<SchedulePolicy, 'unknownWriteSet'>,
): Locks {
  const paths = tasks.map(({ writeSet }) => writeSet)
  const sets = paths.map(readWriteSet)
  const conflicts = tasks.map((task) => new Set(task.conflicts))
  const declared = (a: number, b: number): boolean => conflicts[a]?.has(tasks[b]?.id ?? '') ?? false
  const isUnknown = (task: number): boolean => sets[task]?.kind === 'empty'
  return {
    clash: (a, b) => {
      if (declared(a, b) || declared(b, a)) return true
      if (isUnknown(a) || isUnknown(b)) return unknownWriteSet === 'exclusive'
      const [ours, theirs] = [sets[a], sets[b]]
      return ours !== undefined && theirs !== undefined && meet(ours, theirs)
    },
    extend: (task, more) => {
      const grown = [...(paths[task] ?? []), ...more]
      paths[task] = grown
      sets[task] = readWriteSet(grown)
    },
  }
}
