import type { Effort, Task } from './plan.ts'
import { overlap } from './write-set.ts'

/** Who takes the tasks that fit, first choice first; what is absent fits every task. */
export type Route = {
  /** Absent: whoever does the task. */
  readonly role?: string
  /** An id, in which `*` stands for any letters. */
  readonly task?: string
  /** Fits a task that may write one of these paths or globs. */
  readonly paths?: readonly string[]
  readonly effort?: Effort
  readonly agents: readonly string[]
}

/** As much of a task as its route depends on. */
export type RoutedTask = Pick<Task, 'id' | 'role' | 'writeSet' | 'estimates'>

/** The first route for a role that is asked about a task; `null` when none fits. */
export function routeFor(routes: readonly Route[], role: string, task: RoutedTask): Route | null {
  return (
    routes.find(
      (route) =>
        role === (route.role ?? task.role) &&
        (route.task === undefined || isLike(route.task, task.id)) &&
        (route.paths === undefined || overlap(route.paths, task.writeSet)) &&
        (route.effort === undefined || route.effort === task.estimates.effort),
    ) ?? null
  )
}

function isLike(pattern: string, id: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  if (last === undefined) return pattern === id
  if (!id.startsWith(first)) return false
  let rest = id.slice(first.length)
  for (const part of others) {
    const at = rest.indexOf(part)
    if (at === -1) return false
    rest = rest.slice(at + part.length)
  }
  return rest.endsWith(last)
}
