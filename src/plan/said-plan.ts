import type { Plan, Task } from './plan.ts'
import { planSchema } from './plan-schema.ts'

type SaidPlan = {
  readonly objective: string
  readonly tasks: readonly { readonly id: string; readonly title: string }[]
}

/** A plan without what it does not say: reading that back gives the same plan. The first keys come first. */
export function saidPlan(plan: Plan): SaidPlan {
  const { objective, tasks, ...rest } = plan
  const silentPlan = planSchema.parse({ objective: '', tasks: [{ id: 'T1', title: '' }] })
  const [silentTask] = silentPlan.tasks
  return {
    objective,
    tasks: tasks.map(({ id, title, ...more }) => ({ id, title, ...saidOf(more, silentTask) })),
    ...saidOf(rest, silentPlan),
  }
}

/** Without what is as in a plan that does not say it. */
function saidOf(parts: Partial<Task> | Partial<Plan>, silent: object | undefined): object {
  const usual = new Map(Object.entries(silent ?? {}).map(([key, value]) => [key, JSON.stringify(value)]))
  return Object.fromEntries(
    Object.entries(parts).filter(([key, value]) => usual.get(key) !== JSON.stringify(value)),
  )
}
