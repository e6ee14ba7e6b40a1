import { stringify } from 'yaml'
import type { Plan, Task } from '../plan/plan.ts'
import { planSchema } from '../plan/plan-schema.ts'

/**
 * A plan as a file that people read and edit. Contract: the same plan is always the same text, and reading it back
 * gives the same plan; what a plan does not say is left out.
 */
export function formatPlan(plan: Plan): string {
  const { objective, tasks, ...rest } = plan
  const silentPlan = planSchema.parse({ objective: '', tasks: [{ id: 'T1', title: '' }] })
  const [silentTask] = silentPlan.tasks
  const said = {
    objective,
    tasks: tasks.map(({ id, title, ...more }) => ({ id, title, ...saidOf(more, silentTask) })),
    ...saidOf(rest, silentPlan),
  }
  return stringify(said, { lineWidth: 100, aliasDuplicateObjects: false })
}

/** Without what is as in a plan that does not say it. */
function saidOf(parts: Partial<Task> | Partial<Plan>, silent: object | undefined): object {
  const usual = new Map(Object.entries(silent ?? {}).map(([key, value]) => [key, JSON.stringify(value)]))
  return Object.fromEntries(
    Object.entries(parts).filter(([key, value]) => usual.get(key) !== JSON.stringify(value)),
  )
}
