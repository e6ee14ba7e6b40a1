import { findCycles } from '../../plan/find-cycles.ts'
import { ROLE_NAME } from '../../plan/role.ts'
import type { TaskAnalysis } from './task-analysis.ts'
import type { TeamTask } from './team-task.ts'

/** The tasks without those that have the id of one before them, and the ids that were left out. */
export function withoutDuplicates(tasks: readonly TeamTask[]): {
  readonly tasks: readonly TeamTask[]
  readonly skipped: readonly string[]
} {
  const first = new Map<string, TeamTask>()
  const skipped: string[] = []
  for (const task of tasks) {
    if (first.has(task.id)) skipped.push(task.id)
    else first.set(task.id, task)
  }
  return { tasks: [...first.values()], skipped }
}

/**
 * Why a chain of tasks cannot be carried out, each in one sentence; nothing is started as long as there is one.
 * A circle is reported with everybody in it, and is never broken by us.
 */
export function problemsOfTasks(
  tasks: readonly TeamTask[],
  { roles, dependency_graph }: Pick<TaskAnalysis, 'roles' | 'dependency_graph'>,
): readonly string[] {
  const known = new Set(tasks.map(({ id }) => id))
  const names = roles.map(({ name }) => name)
  const nodes = Object.keys(dependency_graph)
  const cycles = findCycles(tasks.map(({ id, deps }) => ({ id, dependencies: deps })))
  return [
    ...names
      .filter((name) => !ROLE_NAME.test(name))
      .map((name) => `${name} is no name for a role; use small letters, digits and -.`),
    ...(tasks.length === 0 ? ['There is no task; say what is to be done.'] : []),
    ...tasks
      .filter(({ role }) => !names.includes(role))
      .map(
        ({ id, role }) =>
          `${id} is for the role ${role || '(none)'}, which the session does not have; it has ${names.join(', ')}.`,
      ),
    ...tasks.flatMap(({ id, deps }) =>
      deps
        .filter((dep) => !known.has(dep))
        .map((dep) => `${id} waits for ${dep}, which is not there; create it or take it out of its deps.`),
    ),
    ...tasks
      .filter(({ id, deps }) => deps.includes(id))
      .map(({ id }) => `${id} waits for itself; take it out of its own deps.`),
    ...cycles.map(
      (cycle) => `${[...cycle, cycle[0]].join(' waits for ')}: nobody can begin; take one of these deps out.`,
    ),
    ...nodes.filter((id) => !known.has(id)).map((id) => `${id} is in the graph and has no task.`),
    ...tasks
      .filter(({ id }) => nodes.length > 0 && !nodes.includes(id))
      .map(({ id }) => `${id} is a task that is not in the graph.`),
    ...tasks
      .filter(({ description }) => !description.includes('Session:'))
      .map(({ id }) => `The description of ${id} does not name its session.`),
  ]
}
