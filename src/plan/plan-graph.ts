import type { Task } from './plan.ts'

/** As much of a task as its place in the graph needs. */
export type LinkedTask = Pick<Task, 'id' | 'dependencies'>

/**
 * The tasks level by level: each waits only for tasks of earlier levels, and stands in the first level it can.
 * Contract: ids keep the plan's order within a level; tasks that wait for each other, for themselves or for a
 * task that is not there, and all that wait for those, are left out.
 */
export function wavesOf(tasks: readonly LinkedTask[]): readonly (readonly string[])[] {
  const waiting = new Map(tasks.map(({ id, dependencies }) => [id, new Set(dependencies).size]))
  const order = new Map([...waiting.keys()].map((id, index) => [id, index]))
  const dependents = dependentsById(tasks)
  const waves: (readonly string[])[] = []
  let wave = [...waiting.keys()].filter((id) => waiting.get(id) === 0)
  while (wave.length > 0) {
    waves.push(wave)
    const next: string[] = []
    for (const dependent of wave.flatMap((id) => dependents.get(id) ?? [])) {
      const left = (waiting.get(dependent) ?? 0) - 1
      waiting.set(dependent, left)
      if (left === 0) next.push(dependent)
    }
    wave = next.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
  }
  return waves
}

/** Tasks that are not done and wait for nothing that is not done, in the plan's order. */
export function readyTasks<T extends LinkedTask>(
  tasks: readonly T[],
  done: ReadonlySet<string>,
): readonly T[] {
  return tasks.filter((task) => !done.has(task.id) && task.dependencies.every((id) => done.has(id)))
}

/** How many tasks the longest chain has; however many agents work, they need that many rounds. */
export function criticalPathLength(tasks: readonly LinkedTask[]): number {
  return wavesOf(tasks).length
}

/** Every task that waits for this one, directly or through others, in the plan's order; never itself. */
export function dependentsOf(tasks: readonly LinkedTask[], id: string): readonly string[] {
  const dependents = dependentsById(tasks)
  const found = new Set<string>()
  const open = [id]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const dependent of dependents.get(next) ?? []) {
      if (found.has(dependent)) continue
      found.add(dependent)
      open.push(dependent)
    }
  }
  return tasks.map((task) => task.id).filter((each) => each !== id && found.has(each))
}

function dependentsById(tasks: readonly LinkedTask[]): ReadonlyMap<string, readonly string[]> {
  const dependents = new Map<string, string[]>()
  for (const { id, dependencies } of tasks) {
    for (const dependency of new Set(dependencies)) {
      const known = dependents.get(dependency)
      if (known === undefined) dependents.set(dependency, [id])
      else known.push(id)
    }
  }
  return dependents
}
