import type { TaskResult } from '../../stages/execute/see-through.ts'
import { dispatchTasks } from '../../records/team-coordinate/dispatch-tasks.ts'
import type { AnalysedRole, TaskAnalysis } from '../../records/team-coordinate/task-analysis.ts'
import type { TeamSession } from '../../records/team-coordinate/read-session.ts'
import type { RoleSpec } from '../../records/team-coordinate/team-facts.ts'
import type { TeamTask } from '../../records/team-coordinate/team-task.ts'

/** A team at work on a job. */
export interface Team {
  readonly session: string
  readonly analysis: TaskAnalysis
  readonly specs: readonly RoleSpec[]
  /** Tasks as they were when the session was taken up or last told, by id; they say what is over. */
  readonly tasks: readonly TeamTask[]
  /** What came of the tasks that are over. */
  readonly results: readonly TaskResult[]
  /** What was there when the session was taken up; `null` when it began here. */
  readonly given: TeamSession | null
  /** Raised whenever the tasks change. */
  readonly revision: number
}

export function roleOf({ analysis }: Pick<Team, 'analysis'>, name: string): AnalysedRole | null {
  return analysis.roles.find((role) => role.name === name) ?? null
}

/**
 * The tasks as the analysis has them now. What is known of those before stays known; what is begun again has nothing
 * to show yet, and is told what is said to it.
 */
export function chainOf(
  { analysis, session, tasks }: Pick<Team, 'analysis' | 'session' | 'tasks'>,
  reopened: readonly string[] = [],
  words: Readonly<Record<string, string>> = {},
): readonly TeamTask[] {
  return dispatchTasks(analysis, session).map((task) => {
    const known = tasks.find(({ id }) => id === task.id)
    const { deps, role } = task
    const base = known === undefined ? task : { ...known, deps, role }
    const said = words[task.id] ?? ''
    const told = said === '' ? base : { ...base, description: `${base.description}\nFEEDBACK: ${said}` }
    return reopened.includes(task.id) ? { ...told, status: 'pending', findings: null, error: null } : told
  })
}

/** A task and everything that waits for it, near and far. */
export function withDependents({ analysis }: Pick<Team, 'analysis'>, first: readonly string[]): Set<string> {
  const found = new Set(first)
  for (const id of found) {
    for (const [other, { blockedBy }] of Object.entries(analysis.dependency_graph)) {
      if (blockedBy.includes(id)) found.add(other)
    }
  }
  return found
}
