import { z } from 'zod'

const roleEntry = z.object({
  name: z.string(),
  prefix: z.string().default('TASK'),
  responsibility_type: z.string().default(''),
  inner_loop: z.boolean().default(false),
  role_spec: z.string().default(''),
})

/** `team-session.json`. */
export const teamSessionSchema = z.object({
  session_id: z
    .string()
    .regex(/^TC-[^/\\\s]{1,100}$/, 'must be the name of a session folder, such as TC-login-2026-01-31'),
  task_description: z.string(),
  status: z.enum(['active', 'paused', 'completed']),
  team_name: z.string().default(''),
  roles: z.array(roleEntry).default([]),
  pipeline: z
    .object({
      dependency_graph: z.record(z.string(), z.unknown()).default({}),
      tasks_total: z.number().default(0),
      tasks_completed: z.number().default(0),
    })
    .prefault({}),
  active_workers: z
    .array(
      z.union([z.string(), z.looseObject({ task: z.string().optional(), task_id: z.string().optional() })]),
    )
    .default([]),
  completed_tasks: z.array(z.string()).default([]),
  completion_action: z.enum(['interactive', 'auto_archive', 'auto_keep']).default('interactive'),
  created_at: z.string().default(''),
})

/** `explorations/cache-index.json`. */
export const cacheIndexSchema = z.object({
  entries: z.array(
    z.object({
      angle: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be in kebab-case'),
      file: z.string(),
      created_by: z.string(),
      timestamp: z.string(),
    }),
  ),
})

/** A line of `.msg/messages.jsonl`. */
export const messageSchema = z.object({
  id: z.string(),
  ts: z.string(),
  from: z.string(),
  to: z.string(),
  type: z.string(),
  summary: z.string(),
  data: z.record(z.string(), z.json()).nullable().default(null),
  dispatch_status: z.enum(['pending', 'notified', 'delivered', 'failed']).default('delivered'),
})

/** `.msg/meta.json`. */
export const metaSchema = z.looseObject({
  status: z.string().default('active'),
  pipeline_mode: z.string().default(''),
  pipeline_stages: z.array(z.string()).default([]),
  roles: z.array(z.string()).default([]),
  team_name: z.string().default(''),
  role_state: z.record(z.string(), z.record(z.string(), z.json())).default({}),
})
