import { z } from 'zod'

const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export const traceId = z.string().regex(UUID4, { error: 'must be a UUID of version 4' })

/** A decision at a gate, in the form 1.1.0. PLAN_REVIEW is no state of it: its gates belong to planning. */
export const gateEventSchema = z.strictObject({
  schema_version: z.literal('1.1.0'),
  agent: z.literal('Orchestrator'),
  event_type: z.enum([
    'PLAN_GATE',
    'PREFLECT_GATE',
    'PHASE_REVIEW_GATE',
    'HIGH_RISK_APPROVAL_GATE',
    'COMPLETION_GATE',
  ]),
  workflow_state: z.enum(['PLANNING', 'ACTING', 'REVIEWING', 'WAITING_APPROVAL', 'COMPLETE']),
  phase_id: z.int().min(1).nullable(),
  decision: z.enum(['GO', 'REPLAN', 'ABSTAIN', 'BLOCKED']),
  confidence: z.number().min(0).max(1),
  requires_human_approval: z.boolean(),
  reason: z.string().min(3),
  next_action: z.string().min(3),
  trace_id: traceId,
  iteration_index: z.int().min(0),
  max_iterations: z.int().min(1).max(5),
  safety_checks: z
    .array(
      z.enum([
        'pii_checked',
        'destructive_action_checked',
        'scope_checked',
        'policy_checked',
        'todo_verified',
      ]),
    )
    .exactOptional(),
  skeptic_status: z.enum(['COMPLETE', 'ABSTAIN', 'NOT_RUN']).exactOptional(),
  dryrun_status: z.enum(['PASS', 'FAIL', 'WARN', 'NOT_RUN']).exactOptional(),
})

export type GateEvent = z.infer<typeof gateEventSchema>

/** A line of the log. */
export const gateLineSchema = z.strictObject({
  trace_id: traceId,
  ts: z.string(),
  agent: z.literal('Orchestrator'),
  phase: z.int().min(1).nullable(),
  event_type: gateEventSchema.shape.event_type,
  payload: gateEventSchema,
})
