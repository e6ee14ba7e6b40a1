import type { Plan } from '../plan.ts'
import type { LintOptions, PlanFinding } from '../plan-finding.ts'

export function noTasks({ tasks }: Plan): readonly PlanFinding[] {
  if (tasks.length > 0) return []
  const message = 'The plan has no tasks; give it at least one.'
  return [{ rule: 'no-tasks', severity: 'error', tasks: [], path: ['tasks'], message }]
}

export function tooManyTasks({ tasks }: Plan, { mostTasks }: LintOptions): readonly PlanFinding[] {
  if (tasks.length <= mostTasks) return []
  const message = `The plan has ${tasks.length} tasks; put them together until there are at most ${mostTasks}.`
  return [{ rule: 'too-many-tasks', severity: 'error', tasks: [], path: ['tasks', mostTasks], message }]
}

export function tooFewTasks({ tasks }: Plan, { leastTasks }: LintOptions): readonly PlanFinding[] {
  if (tasks.length === 0 || tasks.length >= leastTasks) return []
  const message = `The plan has ${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'}; split it into at least ${leastTasks} that can be proven one by one.`
  return [{ rule: 'too-few-tasks', severity: 'error', tasks: [], path: ['tasks'], message }]
}

export function duplicateIds({ tasks }: Plan): readonly PlanFinding[] {
  const counts = new Map<string, number>()
  return tasks.flatMap(({ id }, index) => {
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    if (count !== 2) return []
    const message = `More than one task is called ${id}; give each its own id.`
    return [{ rule: 'duplicate-id', severity: 'error', tasks: [id], path: ['tasks', index, 'id'], message }]
  })
}

/** Ids become names of folders and refs, and some file systems take upper and lower case for the same. */
export function similarIds({ tasks }: Plan): readonly PlanFinding[] {
  const seen = new Map<string, string>()
  return tasks.flatMap(({ id }, index) => {
    const first = seen.get(id.toLowerCase())
    if (first === undefined) seen.set(id.toLowerCase(), id)
    if (first === undefined || first === id) return []
    const message = `The ids ${first} and ${id} differ only in case; make them differ in more.`
    return [
      { rule: 'similar-id', severity: 'error', tasks: [first, id], path: ['tasks', index, 'id'], message },
    ]
  })
}

export function emptyTitles({ tasks }: Plan): readonly PlanFinding[] {
  return tasks.flatMap(({ id, title }, index) => {
    if (title.trim() !== '') return []
    const message = `Task ${id} has no title; say what it achieves.`
    return [{ rule: 'empty-title', severity: 'error', tasks: [id], path: ['tasks', index, 'title'], message }]
  })
}

export function missingExecutors({ tasks }: Plan, { executors }: LintOptions): readonly PlanFinding[] {
  return tasks.flatMap(({ id, role }, index) => {
    if (executors.includes(role)) return []
    const message = `Task ${id} is for the ${role}, whom nobody plays; give it to the ${executors.join(' or the ')}.`
    return [
      { rule: 'missing-executor', severity: 'error', tasks: [id], path: ['tasks', index, 'role'], message },
    ]
  })
}
