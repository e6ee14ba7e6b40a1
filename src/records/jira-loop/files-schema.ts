import { z } from 'zod'

const text = z.string()
const texts = z.array(text)
const time = z.string().nullable()
const count = z.number().int().nonnegative()
const minutes = z.number().nonnegative().nullable()

const phase = z.enum([
  'INITIALIZED',
  'PLANNING',
  'SPLITTING',
  'GIT_GATE',
  'TASK_EXECUTION',
  'REVIEW',
  'DOC_REFRESH',
])

const status = z.enum(['PENDING', 'PAUSED', 'ACCEPTED', 'REJECTED'])

const mandate = z.looseObject({
  tool: text.default(''),
  requirement: text.default(''),
  assigned_agent: text.default('developer'),
})

/** `prompt.yaml`: what was asked for, as it is understood. */
export const promptFile = z.looseObject({
  jira: text,
  type: text,
  slug: text,
  tool_mandates: z.array(mandate).default([]),
  original_request: text,
  refined_prompt: text.default(''),
  success_criteria: texts.default([]),
  created_at: time.default(null),
})

const metrics = z.looseObject({
  tasks_total: count,
  tasks_completed: count,
  groups_total: count,
  groups_completed: count,
  percent_complete: z.number().min(0).max(100),
  elapsed_minutes_estimate: z.number().nonnegative(),
  remaining_minutes_estimate: minutes,
  eta_confidence: z.enum(['low', 'medium', 'high']),
  first_code_change_at: time,
  lead_time_to_first_code_change_minutes: minutes,
  latest_group_cycle_minutes_estimate: minutes,
  latest_iteration_cycle_minutes_estimate: minutes,
})

const startup = z.looseObject({
  docs_state: z.looseObject({
    architecture_exists: z.boolean(),
    code_style_exists: z.boolean(),
    findings_exists: z.boolean(),
    docs_trusted_for_planning: z.boolean(),
    refresh_required: z.boolean(),
  }),
  impact_scan: z.looseObject({ affected_areas: texts, likely_files: texts }),
  planning_ready: z.boolean(),
  updated_at: time,
})

const iteration = z.looseObject({
  number: count,
  status,
  started_at: time.default(null),
  completed_at: time.default(null),
  tasks_total: count.default(0),
  tasks_accepted: count.default(0),
})

/** `progress.yaml`: where the run stands. What it was told of itself is trusted when it is gone on with. */
export const progressFile = z.looseObject({
  jira: text,
  type: text,
  slug: text,
  branch: text,
  build_command: text.default(''),
  test_command: text.default(''),
  max_parallel_tasks: z.number().int().min(1).default(2),
  docs_cache_state_path: text.default('docs/docs_cache_state.yaml'),
  docs_trusted_for_planning: z.boolean().default(false),
  trust_status: z.enum(['trusted', 'stale', 'unknown']).default('unknown'),
  git_gate_completed: z.boolean().default(false),
  cycle_acceleration_mode: z.enum(['standard', 'trivial_graph']).default('standard'),
  startup: startup.exactOptional(),
  metrics: metrics.partial().exactOptional(),
  iteration_number: count,
  current_phase: phase,
  current_step: text.default(''),
  current_task_id: text.nullable().default(null),
  current_task_attempt: count.default(0),
  status: status.default('PENDING'),
  created_at: time.default(null),
  last_updated: time.default(null),
  last_checkpoint: z
    .looseObject({ timestamp: time, git_head: text, phase: text, step: text })
    .exactOptional(),
  iterations: z.array(iteration).default([]),
})

const ID_EXPECTED = 'must be letters, digits, ., _ or -, begin with a letter and be at most 32 long'

const task = z.looseObject({
  id: text.regex(/^[A-Za-z][A-Za-z0-9._-]{0,31}$/, { error: ID_EXPECTED }),
  title: text.exactOptional(),
  description: text,
  files_to_modify: texts,
  test_files: texts.default([]),
  success_criteria: texts,
  parallel_group: text,
  depends_on: texts,
  status: text,
  attempt: count.default(0),
  tool_mandates: z.unknown().exactOptional(),
  started_at: time.default(null),
  first_code_change_at: time.default(null),
  completed_at: time.default(null),
  last_error: time.default(null),
})

const validationPolicy = z.looseObject({
  build_command: text.exactOptional(),
  test_command: text.exactOptional(),
  working_directory: text.exactOptional(),
  baseline_allowlist: texts.default([]),
  baseline_scope: text.default('code_and_tests_only'),
})

/** `tasks.yaml`: the only place where the state of tasks is kept. */
export const tasksFile = z.looseObject({
  validation_policy: validationPolicy,
  tasks: z.array(task).min(1),
  parallel_groups: z.record(text, texts, { error: 'must be a map from a group’s letter to ids, not a list' }),
  execution_order: z.array(
    z.looseObject({ group: text, strategy: z.enum(['parallel', 'sequential']), tasks: texts }),
  ),
  strategy: text,
})

/** `review_report.yaml`: what a review made of an iteration. */
export const reviewReportFile = z.looseObject({
  status: z.enum(['ACCEPTED', 'REJECTED']),
  mode: text.default('prompt-review'),
  build: text.default(''),
  tests: text.default(''),
  files_verified: z.boolean().default(true),
  notes: text.default(''),
  criteria: z
    .array(z.looseObject({ criterion: text, status: z.enum(['MET', 'NOT MET']), evidence: text.default('') }))
    .default([]),
  issues: z.array(z.looseObject({ severity: text, where: text.nullable().default(null), text })).default([]),
  reviewed_at: time.default(null),
})

/** A line of `log.jsonl`. */
export const logLine = z.looseObject({
  timestamp: text,
  level: z.enum(['INFO', 'ERROR', 'CRITICAL_VIOLATION']),
  agent: text,
  event: text,
  iteration: z.number().int().nullable(),
  task_id: text.nullable(),
  parallel_group: text.nullable(),
  message: text,
  role_violation: z.literal(true).exactOptional(),
})

export type TicketPhase = z.infer<typeof phase>
export type TicketStatus = z.infer<typeof status>
export type TicketMetrics = Readonly<z.infer<typeof metrics>>
export type ProgressFile = z.infer<typeof progressFile>
export type PromptFile = z.infer<typeof promptFile>
export type TasksFile = z.infer<typeof tasksFile>
