import { linkTasks } from './schedule-graph.ts'
import type { ScheduledTask } from './schedule-task.ts'

/** Below what no schedule of these tasks can come, by their minutes. */
export interface Bound {
  /** The longest chain of tasks that wait for each other. */
  readonly criticalPath: number
  readonly work: number
  /** The longer of the critical path and the work divided among the workers. */
  readonly makespan: number
}

export function boundOf(tasks: readonly ScheduledTask[], workers: number): Bound {
  const criticalPath = Math.max(0, ...linkTasks(tasks).remaining)
  const work = tasks.reduce((sum, { minutes }) => sum + minutes, 0)
  return { criticalPath, work, makespan: Math.max(criticalPath, work / Math.max(1, workers)) }
}
