import { plannedWaves, wavesOf } from './plan-graph.ts'
import type { ScheduledTask } from './schedule-task.ts'

/** What never changes while a plan is carried out; tasks are numbers, in the plan's order. */
export interface ScheduleGraph {
  readonly numbers: ReadonlyMap<string, number>
  readonly dependents: readonly (readonly number[])[]
  readonly dependencyCounts: readonly number[]
  /** The longest estimated way from each task to the end of the plan, itself included, in minutes. */
  readonly remaining: readonly number[]
  /** Place in the order of starting, 0 first: by what remains from it on, the longest first, then by the plan's order. */
  readonly ranks: readonly number[]
  /** The planned waves, from 1; 0 for what is unreachable. */
  readonly waves: readonly number[]
  /** Tasks that wait for each other or for one that is not there, and all that wait for those. */
  readonly unreachable: readonly number[]
}

export function linkTasks(tasks: readonly ScheduledTask[]): ScheduleGraph {
  const numbers = new Map(tasks.map(({ id }, index) => [id, index]))
  const order = wavesOf(tasks).flatMap((wave) => wave.map((id) => numbers.get(id) ?? 0))
  const dependents: number[][] = tasks.map(() => [])
  for (const number of order) {
    for (const dependency of new Set(tasks[number]?.dependencies)) {
      dependents[numbers.get(dependency) ?? -1]?.push(number)
    }
  }
  const waves = tasks.map(() => 0)
  for (const [index, wave] of plannedWaves(tasks).entries()) {
    for (const id of wave) waves[numbers.get(id) ?? 0] = index + 1
  }
  const reached = new Set(order)
  const remaining = remainingMinutes(tasks, order, dependents)
  return {
    numbers,
    dependents,
    dependencyCounts: tasks.map(({ dependencies }) => new Set(dependencies).size),
    remaining,
    ranks: rank(remaining),
    waves,
    unreachable: tasks.flatMap((_, number) => (reached.has(number) ? [] : [number])),
  }
}

function remainingMinutes(
  tasks: readonly Pick<ScheduledTask, 'minutes'>[],
  order: readonly number[],
  dependents: readonly (readonly number[])[],
): readonly number[] {
  const remaining = tasks.map(() => 0)
  for (const number of order.toReversed()) {
    let longest = 0
    for (const dependent of dependents[number] ?? []) longest = Math.max(longest, remaining[dependent] ?? 0)
    remaining[number] = longest + (tasks[number]?.minutes ?? 0)
  }
  return remaining
}

function rank(remaining: readonly number[]): readonly number[] {
  const sorted = remaining.map((_, number) => number)
  sorted.sort((a, b) => (remaining[b] ?? 0) - (remaining[a] ?? 0) || a - b)
  const ranks = remaining.map(() => 0)
  for (const [place, number] of sorted.entries()) ranks[number] = place
  return ranks
}
