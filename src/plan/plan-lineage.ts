import type { Plan, PlanRevision, Task } from './plan.ts'

/** The lineage of a plan that takes the place of another: what came before, and what is different now. */
export function lineageAfter(
  before: Plan,
  next: { readonly revision: number; readonly reason: string; readonly tasks: readonly Task[] },
): readonly PlanRevision[] {
  const { revision, reason, tasks } = next
  const old = new Map(before.tasks.map((task) => [task.id, JSON.stringify(task)]))
  const kept = new Set(tasks.map(({ id }) => id))
  const differing = tasks.filter((task) => old.get(task.id) !== JSON.stringify(task)).map(({ id }) => id)
  const gone = before.tasks.map(({ id }) => id).filter((id) => !kept.has(id))
  return [...before.lineage, { revision, reason, changed: [...differing, ...gone] }]
}
