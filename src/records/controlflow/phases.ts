import { plannedWaves } from '../../plan/plan-graph.ts'
import type { Plan, Task } from '../../plan/plan.ts'
import type { ReconciledPhase } from './own-facts.ts'

/** A phase as people count it. */
export interface Phase {
  readonly number: number
  readonly id: string
  readonly title: string
  /** As people speak of it. */
  readonly name: string
  /** `null`: it was completed before the run, and nothing more is known of it. */
  readonly task: Task | null
  readonly wave: number
}

/** The phases of a plan. Contract: a phase keeps its number for as long as its plan keeps its order. */
export interface Phases {
  readonly all: readonly Phase[]
  readonly waves: number
  find(task: string): Phase | undefined
}

export type MadePlan = Plan & { readonly revision: number }

/** What was given keeps the numbers it came with; what came to it counts on from there. */
export function phasesOf(plan: Plan | null, before: readonly ReconciledPhase[]): Phases {
  const tasks = plan?.tasks ?? []
  const waves = plannedWaves(tasks)
  const waveOf = new Map(waves.flatMap((ids, index) => ids.map((id) => [id, index + 1] as const)))
  const given = new Map(before.map(({ task, phase }) => [task, phase]))
  let next = Math.max(0, ...given.values())
  const planned = tasks.map((task) => {
    const number = given.get(task.id) ?? (next += 1)
    return { number, id: task.id, title: task.title, task, wave: waveOf.get(task.id) ?? 1 }
  })
  const known = new Set(tasks.map(({ id }) => id))
  const completed = before
    .filter(({ task, isCompleted }) => isCompleted && !known.has(task))
    .map(({ phase, task, title }) => ({ number: phase, id: task, title, task: null, wave: 0 }))
  const all = [...completed, ...planned]
    .toSorted((a, b) => a.number - b.number)
    .map((phase) => ({ ...phase, name: `Phase ${phase.number} — ${phase.title}` }))
  return { all, waves: waves.length, find: (task) => all.find(({ id }) => id === task) }
}
