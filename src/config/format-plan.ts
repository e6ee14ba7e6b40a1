import { stringify } from 'yaml'
import type { Plan } from '../plan/plan.ts'
import { saidPlan } from '../plan/said-plan.ts'

/**
 * A plan as a file that people read and edit. Contract: the same plan is always the same text, and reading it back
 * gives the same plan; what a plan does not say is left out.
 */
export function formatPlan(plan: Plan): string {
  return stringify(saidPlan(plan), { lineWidth: 100, aliasDuplicateObjects: false })
}
