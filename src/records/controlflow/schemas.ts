import type { z } from 'zod'
import { gateEventSchema, gateLineSchema } from './gate-event-schema.ts'
import { controlflowPlanSchema } from './plan-schema.ts'
import { sessionOutcomeSchema } from './session-outcome.ts'

/** What the data files of ControlFlow are like. */
export const controlflowSchemas: readonly { readonly name: string; readonly schema: z.ZodType }[] = [
  { name: 'planner.plan', schema: controlflowPlanSchema },
  { name: 'orchestrator.gate-event', schema: gateEventSchema },
  { name: 'observability-line', schema: gateLineSchema },
  { name: 'session-outcome', schema: sessionOutcomeSchema },
]
