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

/**
 * The rounds a plan is meant to be played in: each task in the wave it names, or else in the one after its
 * dependencies; never before anything it waits for. Contract: as of `wavesOf`, which this is when no task
 * names a wave; empty waves are left out.
 */
export function plannedWaves(
  tasks: readonly Pick<Task, 'id' | 'dependencies' | 'wave'>[],
): readonly (readonly string[])[] {
  const byId = new Map(tasks.map((task) => [task.id, task]))
  const numbers = new Map<string, number>()
  for (const id of wavesOf(tasks).flat()) {
    const { wave = null, dependencies = [] } = byId.get(id) ?? {}
    const latest = Math.max(0, ...dependencies.map((each) => numbers.get(each) ?? 0))
    numbers.set(id, Math.max(latest, wave ?? latest + 1))
  }
  const used = [...new Set(numbers.values())].toSorted((a, b) => a - b)
  const members = new Map<number, string[]>(used.map((number) => [number, []]))
  for (const id of byId.keys()) members.get(numbers.get(id) ?? 0)?.push(id)
  return [...members.values()]
}

/** Every task that waits for one of these, directly or through others, in the plan's order; never one of them. */
export function dependentsOf(tasks: readonly LinkedTask[], ...ids: readonly string[]): readonly string[] {
  const dependents = dependentsById(tasks)
  const found = new Set<string>()
  const open = [...ids]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const dependent of dependents.get(next) ?? []) {
      if (found.has(dependent)) continue
      found.add(dependent)
      open.push(dependent)
    }
  }
  for (const id of ids) found.delete(id)
  return tasks.map((task) => task.id).filter((each) => found.has(each))
}

/** Tells of a task everything it waits for, directly or through others; each answer is worked out once. */
export function neededBy(tasks: readonly LinkedTask[]): (id: string) => ReadonlySet<string> {
  const dependencies = new Map(tasks.map((task) => [task.id, task.dependencies]))
  const known = new Map<string, ReadonlySet<string>>()
  return (id) => {
    const before = known.get(id)
    if (before !== undefined) return before
    const found = new Set<string>()
    const open = [...(dependencies.get(id) ?? [])]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (found.has(next)) continue
      found.add(next)
      open.push(...(dependencies.get(next) ?? []))
    }
    known.set(id, found)
    return found
  }
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
