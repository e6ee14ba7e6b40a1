import { findCycles } from './find-cycles.ts'
import type { Plan } from './plan.ts'

const MOST_TASKS = 100

export interface PlanFinding {
  readonly rule:
    | 'no-tasks'
    | 'too-many-tasks'
    | 'duplicate-id'
    | 'empty-title'
    | 'self-dependency'
    | 'unknown-dependency'
    | 'cycle'
  /** The tasks it is about; empty when it is about the plan. */
  readonly tasks: readonly string[]
  /** One sentence that a planner can act on. */
  readonly message: string
}

type Rule = (plan: Plan) => readonly PlanFinding[]

const RULES: readonly Rule[] = [
  noTasks,
  tooManyTasks,
  duplicateIds,
  emptyTitles,
  selfDependencies,
  unknownDependencies,
  cycles,
]

/** Everything that makes a plan unfit to execute, rule by rule, each in the plan's order; empty when it is fit. */
export function lintPlan(plan: Plan): readonly PlanFinding[] {
  return RULES.flatMap((rule) => rule(plan))
}

function noTasks({ tasks }: Plan): readonly PlanFinding[] {
  if (tasks.length > 0) return []
  return [{ rule: 'no-tasks', tasks: [], message: 'The plan has no tasks; give it at least one.' }]
}

function tooManyTasks({ tasks }: Plan): readonly PlanFinding[] {
  if (tasks.length <= MOST_TASKS) return []
  const message = `The plan has ${tasks.length} tasks; put them together until there are at most ${MOST_TASKS}.`
  return [{ rule: 'too-many-tasks', tasks: [], message }]
}

function duplicateIds({ tasks }: Plan): readonly PlanFinding[] {
  const counts = new Map<string, number>()
  for (const { id } of tasks) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].flatMap(([id, count]) => {
    if (count === 1) return []
    return [
      {
        rule: 'duplicate-id',
        tasks: [id],
        message: `${count} tasks are called ${id}; give each its own id.`,
      },
    ]
  })
}

function emptyTitles({ tasks }: Plan): readonly PlanFinding[] {
  return tasks.flatMap(({ id, title }) => {
    if (title.trim() !== '') return []
    return [{ rule: 'empty-title', tasks: [id], message: `Task ${id} has no title; say what it achieves.` }]
  })
}

function selfDependencies({ tasks }: Plan): readonly PlanFinding[] {
  return tasks.flatMap(({ id, dependencies }) => {
    if (!dependencies.includes(id)) return []
    return [
      { rule: 'self-dependency', tasks: [id], message: `Task ${id} depends on itself; take that away.` },
    ]
  })
}

function unknownDependencies({ tasks }: Plan): readonly PlanFinding[] {
  const known = new Set(tasks.map(({ id }) => id))
  return tasks.flatMap(({ id, dependencies }) =>
    [...new Set(dependencies)].flatMap((dependency) => {
      if (known.has(dependency)) return []
      const message = `Task ${id} depends on ${dependency}, which is not in the plan; add it or take that away.`
      return [{ rule: 'unknown-dependency', tasks: [id], message }]
    }),
  )
}

function cycles({ tasks }: Plan): readonly PlanFinding[] {
  return findCycles(tasks).map((cycle) => {
    const path = [...cycle, cycle[0]].join(' → ')
    return { rule: 'cycle', tasks: cycle, message: `Tasks wait for each other: ${path}; break the circle.` }
  })
}
