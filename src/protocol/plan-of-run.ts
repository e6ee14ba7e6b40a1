import type { RunEvent } from '../kernel/event.ts'
import type { Plan } from '../plan/plan.ts'
import { planSchema } from '../plan/plan-schema.ts'

/**
 * The newest plan of a run, `null` before it has one. What a journal of an older version does not say of it is
 * as in a plan that does not say it.
 */
export function planOfRun(events: readonly RunEvent[]): Plan | null {
  const made = events.findLast((event) => event.type === 'fact-recorded' && event.kind === 'plan')
  if (made?.type !== 'fact-recorded') return null
  return planSchema.parse({ objective: objectiveOf(events), ...(made.value as object) })
}

function objectiveOf([first]: readonly RunEvent[]): string {
  if (first?.type !== 'run-started' || !('value' in first.input)) return ''
  const { objective } = first.input.value as { readonly objective?: string }
  return objective ?? ''
}
