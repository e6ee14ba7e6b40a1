import { findCycles } from '../find-cycles.ts'
import type { Plan } from '../plan.ts'
import { dependentsOf } from '../plan-graph.ts'
import type { LintOptions, PlanFinding } from '../plan-finding.ts'
import { missingExecutors } from './task-rules.ts'

export function selfDependencies({ tasks }: Plan): readonly PlanFinding[] {
  return tasks.flatMap(({ id, dependencies }, index) => {
    const place = dependencies.indexOf(id)
    if (place === -1) return []
    const path = ['tasks', index, 'dependencies', place]
    const message = `Task ${id} depends on itself; take that away.`
    return [{ rule: 'self-dependency', severity: 'error', tasks: [id], path, message }]
  })
}

export function unknownDependencies({ tasks }: Plan): readonly PlanFinding[] {
  const known = new Set(tasks.map(({ id }) => id))
  return tasks.flatMap(({ id, dependencies }, index) =>
    [...new Set(dependencies)].flatMap((dependency) => {
      if (known.has(dependency)) return []
      const path = ['tasks', index, 'dependencies', dependencies.indexOf(dependency)]
      const message = `Task ${id} depends on ${dependency}, which is not in the plan; add it or take that away.`
      return [{ rule: 'unknown-dependency', severity: 'error', tasks: [id], path, message }]
    }),
  )
}

export function cycles({ tasks }: Plan): readonly PlanFinding[] {
  return findCycles(tasks).map((cycle) => {
    const [first = '', second = ''] = cycle
    const index = tasks.findIndex(({ id, dependencies }) => id === first && dependencies.includes(second))
    const path = ['tasks', index, 'dependencies', tasks[index]?.dependencies.indexOf(second) ?? 0]
    const message = `Tasks wait for each other: ${[...cycle, first].join(' → ')}; break the circle.`
    return { rule: 'cycle', severity: 'error', tasks: cycle, path, message }
  })
}

/** Tasks that wait, directly or through others, for one that another rule says cannot run. */
export function unreachableTasks(plan: Plan, options: LintOptions): readonly PlanFinding[] {
  const { tasks } = plan
  const culprits = [
    ...selfDependencies(plan),
    ...unknownDependencies(plan),
    ...cycles(plan),
    ...missingExecutors(plan, options),
  ].flatMap((finding) => finding.tasks)
  const stuck = new Set(culprits)
  const behind = new Set(dependentsOf(tasks, ...stuck))
  return tasks.flatMap(({ id, dependencies }, index) => {
    if (!behind.has(id) || stuck.has(id)) return []
    const place = dependencies.findIndex((each) => stuck.has(each) || behind.has(each))
    const path = ['tasks', index, 'dependencies', place]
    const message = `Task ${id} can never start: it waits for ${dependencies[place]}, which cannot be done; mend that one first.`
    return [{ rule: 'unreachable-task', severity: 'error', tasks: [id], path, message }]
  })
}
