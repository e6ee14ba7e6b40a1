import type { LinkedTask } from '../../plan/plan-graph.ts'
import { wavesOf } from '../../plan/plan-graph.ts'
import type { GraphNode, TaskAnalysis } from './task-analysis.ts'

type Graph = Readonly<Record<string, Omit<GraphNode, 'priority'>>>

/** The graph as whoever orders tasks reads it. */
export function linkedIn(graph: Graph): readonly LinkedTask[] {
  return Object.entries(graph).map(([id, { blockedBy }]) => ({ id, dependencies: blockedBy }))
}

/** The graph with the priority of each task: how many levels come before it. */
export function prioritised(graph: Graph): TaskAnalysis['dependency_graph'] {
  const waves = wavesOf(linkedIn(graph))
  return Object.fromEntries(
    Object.entries(graph).map(([id, node]) => {
      const depth = waves.findIndex((wave) => wave.includes(id))
      return [id, { ...node, priority: `P${Math.max(0, depth)}` }]
    }),
  )
}
