import type { LinkedTask } from './plan-graph.ts'
import { wavesOf } from './plan-graph.ts'

/**
 * Circles of tasks that wait for each other, each as the ids along it, the first not repeated at the end.
 * Contract: finds at least one where there is any; each begins with its first task in the plan's order. A task
 * that waits for itself, or for one that is not there, is somebody else's finding.
 */
export function findCycles(tasks: readonly LinkedTask[]): readonly (readonly string[])[] {
  const known = new Set(tasks.map(({ id }) => id))
  const links = new Map(
    tasks.map(({ id, dependencies }) => [id, dependencies.filter((each) => each !== id && known.has(each))]),
  )
  const linked = [...links].map(([id, dependencies]) => ({ id, dependencies }))
  const free = new Set(wavesOf(linked).flat())
  const visited = new Set<string>()
  const cycles: (readonly string[])[] = []
  for (const { id: start } of linked) {
    const path: string[] = []
    let here: string | undefined = start
    while (here !== undefined && !free.has(here) && !visited.has(here)) {
      visited.add(here)
      path.push(here)
      here = links.get(here)?.find((each) => !free.has(each))
    }
    const from = here === undefined ? -1 : path.indexOf(here)
    if (from !== -1) cycles.push(startingFirst(path.slice(from), [...links.keys()]))
  }
  return cycles
}

function startingFirst(cycle: readonly string[], order: readonly string[]): readonly string[] {
  const members = new Set(cycle)
  const start = cycle.indexOf(order.find((id) => members.has(id)) ?? '')
  return [...cycle.slice(start), ...cycle.slice(0, start)]
}
