import { z } from 'zod'
import { TASK_ID } from '../../plan/plan.ts'
import type { Immutable } from '../immutable.ts'

const teamTask = z.object({
  id: z.string().regex(TASK_ID, { error: 'must be a prefix, - and a number, such as IMPL-001' }),
  title: z.string().default(''),
  description: z.string().default(''),
  status: z.enum(['pending', 'in_progress', 'completed', 'failed', 'timed_out']).default('pending'),
  role: z.string().default(''),
  prefix: z.string().default(''),
  deps: z.array(z.string()).default([]),
  findings: z.string().nullable().default(null).describe('What its worker found, at most 500 characters.'),
  error: z.string().nullable().default(null),
})

/** `tasks.json`. */
export const teamTasksSchema = z.array(teamTask)

/** A task as `tasks.json` has it. */
export type TeamTask = Immutable<z.infer<typeof teamTask>>

export type TeamStatus = TeamTask['status']
