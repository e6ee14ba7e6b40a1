import { parsePlan } from '../config/parse-plan.ts'
import { planStatuses } from '../config/plan-statuses.ts'
import { locate } from '../config/read-document.ts'
import { RunFailure } from '../kernel/failure.ts'
import { withoutTasks } from '../plan/without-tasks.ts'
import type { GivenPlan } from '../stages/intake/phase-of.ts'

/** A plan that a run begins with: what is completed in its file is done, and only the rest is left to do. */
export function readGivenPlan(written: { readonly path: string; readonly text: string }): GivenPlan {
  const { path, text } = written
  const { plan, findings } = parsePlan(text, path)
  if (plan === null) {
    const [first] = findings
    const where = first === undefined ? path : locate(path, first)
    throw new RunFailure({
      code: 'bad-input',
      message: `${where}: ${first?.message ?? 'It is no plan.'}`,
      where,
    })
  }
  const statuses = planStatuses(text, path)
  const isLeft = plan.tasks.some(({ id }) => (statuses.get(id) ?? 'pending') === 'pending')
  return { path, plan: withoutTasks(plan, (id) => statuses.get(id) === 'completed'), isLeft }
}
