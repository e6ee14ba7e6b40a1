import type { SchedulePolicy } from './schedule-policy.ts'
import type { ScheduledTask } from './schedule-task.ts'
import { playOut } from './simulate-playout.ts'

export interface ParallelAdvice {
  /** How many tasks to have at work at once: as many as the policy allows, or one. */
  readonly width: number
  /** How many times faster that many would be than one, if every estimate were right. */
  readonly gain: number
  /** One sentence for a person. */
  readonly reason: string
}

/**
 * Whether a plan gains by parallel work. Work side by side is merged and proven once more on the merged tree,
 * so a plan of little work, or one whose tasks wait for each other anyway, would lose by it.
 */
export function parallelAdvice(tasks: readonly ScheduledTask[], policy: SchedulePolicy): ParallelAdvice {
  const toils = new Map(tasks.map(({ id, minutes }) => [id, { minutes, as: 'done' }] as const))
  const work = tasks.reduce((sum, { minutes }) => sum + minutes, 0)
  const { makespan } = playOut(tasks, policy, toils)
  const gain = makespan > 0 ? work / makespan : 1
  const times = gain.toFixed(1)
  if (gain < policy.leastGain) {
    const reason = `Side by side would be ${times} times as fast, because the tasks wait for each other or write the same files.`
    return { width: 1, gain, reason }
  }
  if (work < policy.leastWorkMinutes) {
    const reason = `All of it is ${Math.ceil(work)} minutes of work by the plan's estimates, too little to share out.`
    return { width: 1, gain, reason }
  }
  return { width: policy.parallel, gain, reason: `Side by side is ${times} times as fast.` }
}
