import { plannedWaves } from '../../plan/plan-graph.ts'
import type { Plan, Task } from '../../plan/plan.ts'
import { overlap } from '../../plan/write-set.ts'
import type { TaskGroup } from './ticket-facts.ts'

/**
 * The order of a plan's tasks as groups by letter. A group is done at once only when every task says which files it
 * writes and no two of them write the same one.
 */
export function groupsOf({ tasks }: Pick<Plan, 'tasks'>): readonly TaskGroup[] {
  const byId = new Map(tasks.map((task) => [task.id, task]))
  return plannedWaves(tasks).map((ids, index) => {
    const members = ids.flatMap((id) => byId.get(id) ?? [])
    return {
      group: letterOf(index),
      strategy: areApart(members) ? 'parallel' : 'sequential',
      tasks: [...ids],
    }
  })
}

/** A, B, …, Z, AA, AB, … */
function letterOf(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? last : `${letterOf(Math.floor(index / 26) - 1)}${last}`
}

function areApart(tasks: readonly Task[]): boolean {
  if (tasks.length < 2 || tasks.some(({ writeSet }) => writeSet.length === 0)) return false
  return tasks.every((one, index) =>
    tasks.slice(index + 1).every((other) => !overlap(one.writeSet, other.writeSet)),
  )
}
