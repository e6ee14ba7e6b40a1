import { stringify } from 'yaml'
import type { Plan } from '../plan/plan.ts'
import { saidPlan } from '../plan/said-plan.ts'
import type { WrittenStatus } from './plan-statuses.ts'

/**
 * A plan as a file that people read and edit. Contract: the same plan is always the same text, and reading it back
 * gives the same plan; what a plan does not say is left out. How
 * far each task is may stand beside it.
 */
export function formatPlan(plan: Plan, statuses: ReadonlyMap<string, WrittenStatus> = new Map()): string {
  const said = saidPlan(plan)
  const tasks = said.tasks.map(({ id, ...task }) => {
    const status = statuses.get(id)
    return status === undefined ? { id, ...task } : { id, status, ...task }
  })
  return stringify({ ...said, tasks }, { lineWidth: 100, aliasDuplicateObjects: false })
}
