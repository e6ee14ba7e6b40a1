import type { Plan } from './plan.ts'

/** A plan without some of its tasks, and without waiting for them or agreeing with them on anything. */
export function withoutTasks(plan: Plan, isGone: (id: string) => boolean): Plan {
  const stays = (id: string): boolean => !isGone(id)
  return {
    ...plan,
    tasks: plan.tasks
      .filter(({ id }) => stays(id))
      .map((task) => ({
        ...task,
        dependencies: task.dependencies.filter(stays),
        conflicts: task.conflicts.filter(stays),
      })),
    contracts: plan.contracts.filter(({ from, to }) => stays(from) && stays(to)),
  }
}
