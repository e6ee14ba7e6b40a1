import { estimatedMinutes } from './estimated-minutes.ts'
import type { Task } from './plan.ts'
import { wavesOf } from './plan-graph.ts'

type TimedTask = Pick<Task, 'id' | 'dependencies' | 'estimates'>

export interface TaskTimes {
  readonly start: number
  readonly end: number
}

/** The chain of tasks that takes longest: the plan takes at least as long, whoever works on it. */
export interface CriticalPath {
  readonly tasks: readonly string[]
  readonly minutes: number
}

/** When each task starts and ends at the earliest, in minutes; without those that can never start. */
export function earliestTimes(tasks: readonly TimedTask[]): ReadonlyMap<string, TaskTimes> {
  const byId = new Map(tasks.map((task) => [task.id, task]))
  const times = new Map<string, TaskTimes>()
  for (const id of wavesOf(tasks).flat()) {
    const task = byId.get(id)
    if (task === undefined) continue
    const start = Math.max(0, ...task.dependencies.map((each) => times.get(each)?.end ?? 0))
    times.set(id, { start, end: start + estimatedMinutes(task) })
  }
  return times
}

/** The first of the longest chains, in the plan's order. */
export function criticalPath(tasks: readonly TimedTask[]): CriticalPath {
  const times = earliestTimes(tasks)
  const dependencies = new Map(tasks.map((task) => [task.id, task.dependencies]))
  const endOf = (id: string): number => times.get(id)?.end ?? 0
  const minutes = tasks.reduce((latest, { id }) => Math.max(latest, endOf(id)), 0)
  const path: string[] = []
  let here = tasks.find(({ id }) => times.has(id) && endOf(id) === minutes)?.id
  while (here !== undefined) {
    path.unshift(here)
    const start = times.get(here)?.start ?? 0
    here = start === 0 ? undefined : dependencies.get(here)?.find((each) => endOf(each) === start)
  }
  return { tasks: path, minutes }
}
