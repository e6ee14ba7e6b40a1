import { wavesOf } from '../../plan/plan-graph.ts'
import type { Capability } from './capability.ts'
import { capabilities } from './capability.ts'
import type { GraphNode, TaskAnalysis } from './task-analysis.ts'
import type { WantedWork } from './work-items.ts'

export interface GraphTask {
  readonly id: string
  readonly role: Capability
  readonly work: WantedWork
  /** The file it leaves among the artifacts. */
  readonly artifact: string
  /** What those leave for whom it waits directly. */
  readonly upstream: readonly string[]
}

/** Level by level, each piece by its number. */
export function wavesOfGraph(links: readonly (readonly number[])[]): readonly (readonly string[])[] {
  return wavesOf(links.map((after, index) => ({ id: String(index), dependencies: after.map(String) })))
}

/**
 * The pieces as tasks of roles: numbered by the role's prefix in the order in which they can be done. The priority is
 * how many levels come before.
 */
export function teamGraph(
  wanted: readonly WantedWork[],
  links: readonly (readonly number[])[],
  roleOf: (capability: Capability) => Capability,
): { readonly tasks: readonly GraphTask[]; readonly nodes: Readonly<Record<string, GraphNode>> } {
  const levels = wavesOfGraph(links).map((wave) => wave.map(Number))
  const ids = new Map<number, string>()
  const counts = new Map<string, number>()
  for (const index of levels.flat()) {
    const { prefix } = capabilities[roleOf(wanted[index]?.capability ?? 'general')]
    const count = (counts.get(prefix) ?? 0) + 1
    counts.set(prefix, count)
    ids.set(index, `${prefix}-${String(count).padStart(3, '0')}`)
  }
  const idOf = (index: number): string => ids.get(index) ?? ''
  const artifactOf = (index: number): string =>
    `${idOf(index)}-${capabilities[wanted[index]?.capability ?? 'general'].artifact}.md`
  const made = levels.flatMap((level) =>
    level.flatMap((index) => {
      const work = wanted[index]
      return work === undefined ? [] : [{ index, work }]
    }),
  )
  return {
    tasks: made.map(({ index, work }) => ({
      id: idOf(index),
      role: roleOf(work.capability),
      work,
      artifact: artifactOf(index),
      upstream: (links[index] ?? []).map(artifactOf),
    })),
    nodes: prioritised(
      Object.fromEntries(
        made.map(({ index, work }) => [
          idOf(index),
          { role: roleOf(work.capability), blockedBy: (links[index] ?? []).map(idOf) },
        ]),
      ),
    ),
  }
}

/** The graph with the priority of each task: how many levels come before it. */
export function prioritised(
  graph: Readonly<Record<string, Omit<GraphNode, 'priority'>>>,
): TaskAnalysis['dependency_graph'] {
  const nodes = Object.entries(graph)
  const waves = wavesOf(nodes.map(([id, { blockedBy }]) => ({ id, dependencies: blockedBy })))
  return Object.fromEntries(
    nodes.map(([id, node]) => {
      const depth = waves.findIndex((wave) => wave.includes(id))
      return [id, { ...node, priority: `P${Math.max(0, depth)}` }]
    }),
  )
}
