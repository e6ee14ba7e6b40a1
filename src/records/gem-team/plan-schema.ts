import { z } from 'zod'
import { GRAVE_KINDS, TASK_ID } from '../../plan/plan.ts'
import { planSchema, taskSchema } from '../../plan/plan-schema.ts'

/** What an agent leaves empty in YAML is `null`. */
function listOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .nullish()
    .transform((list) => list ?? [])
}

function orElse<Of extends z.ZodType, Value extends z.output<Of>>(of: Of, value: Value) {
  return of.nullish().transform((given) => given ?? value)
}

const level = z.enum(['low', 'medium', 'high'])
const text = z.string().nullish()
const amount = z.number().nonnegative().nullish()
const taskId = z.string().regex(TASK_ID, {
  error: 'must be letters, digits, ., _ or -, begin with a letter and be at most 32 long',
})

export const TASK_STATUSES = [
  'pending',
  'in_progress',
  'completed',
  'failed',
  'blocked',
  'needs_revision',
] as const

export type TaskStatus = (typeof TASK_STATUSES)[number]

export const PLAN_STATUSES = ['pending', 'approved', 'in_progress', 'completed', 'failed'] as const

export type PlanStatus = (typeof PLAN_STATUSES)[number]

const criterion = z.union([
  z.string(),
  z.object({
    id: z.string().nullish(),
    criterion: z.string(),
    verification: z.string().nullish(),
  }),
])

const contextFile = z.union([
  z.string(),
  z.object({ path: z.string(), description: orElse(z.string(), '') }),
  z.record(z.string(), z.string()),
])

const openQuestion = z.union([
  z.string(),
  z.object({ question: z.string(), options: listOf(z.string()), recommendation: text }),
])

export const failureMode = z.object({
  scenario: z.string(),
  likelihood: level,
  impact: z.enum(['low', 'medium', 'high', 'critical']),
  mitigation: orElse(z.string(), ''),
})

export const historyEntry = z.looseObject({
  pass: z.number().int().min(1),
  reason: orElse(z.string(), ''),
  timestamp: text,
  changed: listOf(taskId).describe('The tasks that this pass added, changed or took away.'),
})

/** What gem-team says of a task and a plan has no field for: it is kept as it stands. */
export const taskExtras = z.object({
  prototype: z.boolean().nullish(),
  focus_area: text,
  failure_modes: z.array(failureMode).nullish(),
  tech_stack: z.array(z.string()).nullish(),
  test_coverage: z.union([z.string(), z.number()]).nullish(),
  requires_review: z.boolean().nullish(),
  review_depth: z.enum(['full', 'standard', 'lightweight']).nullish(),
  review_security_sensitive: z.boolean().nullish(),
  validation_matrix: z.array(z.json()).nullish(),
  flows: z.array(z.json()).nullish(),
  fixtures: z.json().nullish(),
  visual_regression: z.json().nullish(),
  environment: z.enum(['development', 'staging', 'production']).nullish(),
  requires_approval: z.boolean().nullish(),
  devops_security_sensitive: z.boolean().nullish(),
  task_type: z.enum(['documentation', 'walkthrough', 'update']).nullish(),
  audience: z.enum(['developers', 'end_users', 'end-users', 'stakeholders']).nullish(),
  coverage_matrix: z.array(z.json()).nullish(),
})

export type TaskExtras = z.infer<typeof taskExtras>

export const gemTask = taskExtras.extend({
  id: taskId,
  title: z.string(),
  description: orElse(z.string(), ''),
  wave: z.number().int().min(1).nullish(),
  agent: orElse(z.string(), 'gem-implementer'),
  covers: listOf(z.string()),
  priority: orElse(level, 'medium'),
  status: orElse(z.enum(TASK_STATUSES), 'pending'),
  flags: z
    .object({
      flaky: orElse(z.boolean(), false),
      retries_used: orElse(z.number().int().nonnegative(), 0),
    })
    .nullish(),
  dependencies: listOf(taskId),
  conflicts_with: listOf(taskId),
  context_files: listOf(contextFile),
  diagnosis: z
    .object({
      root_cause: orElse(z.string(), ''),
      fix_recommendations: z.json().describe('Text, or a list of what to do.'),
      injected_at: text,
    })
    .nullish(),
  estimated_effort: z.enum(['small', 'medium', 'large']).nullish(),
  estimated_files: amount,
  estimated_lines: amount,
  verification: listOf(z.string()),
  acceptance_criteria: listOf(criterion),
  // What gem-team has no words for.
  write_set: orElse(taskSchema.shape.writeSet, []).describe('Files it will write; empty: nobody knows.'),
  ask_first: listOf(z.enum(GRAVE_KINDS)).describe('What it does that somebody should allow first.'),
  estimated_minutes: amount,
  risk: orElse(level, 'low'),
  fixes: text,
  group: text,
})

export type GemTask = z.infer<typeof gemTask>

export const gemPlan = z.object({
  plan_id: z.string().regex(/^\w[\w.-]{0,99}$/, {
    error: 'must be a name that a folder can have: letters, digits, ., _ or -',
  }),
  objective: z.string().trim().min(1, 'is empty: say what the plan is for'),
  created_at: text,
  created_by: text,
  status: z.enum([...PLAN_STATUSES, 'pending_approval']).nullish(),
  research_confidence: level.nullish(),
  plan_metrics: z
    .object({
      wave_1_task_count: z.number().nullish(),
      total_dependencies: z.number().nullish(),
      risk_score: level.nullish(),
    })
    .nullish(),
  tldr: text,
  open_questions: listOf(openQuestion),
  pre_mortem: z
    .object({
      overall_risk_level: level,
      critical_failure_modes: listOf(failureMode),
      assumptions: listOf(z.string()),
    })
    .nullish(),
  implementation_specification: z.json().nullish(),
  contracts: listOf(
    z.object({
      from_task: taskId,
      to_task: taskId,
      interface: z.string(),
      format: orElse(z.string(), ''),
    }),
  ),
  tasks: z.array(gemTask),
  planning_pass: z.number().int().min(1).nullish(),
  planning_history: listOf(historyEntry),
  // What gem-team has no words for.
  confidence: planSchema.shape.confidence.unwrap().nullish(),
  risks: orElse(planSchema.shape.risks, []),
})

export type GemPlan = z.infer<typeof gemPlan>
