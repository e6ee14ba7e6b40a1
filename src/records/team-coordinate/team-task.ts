import { z } from 'zod'
import { TASK_ID } from '../../plan/plan.ts'

export const TEAM_STATUSES = ['pending', 'in_progress', 'completed', 'failed', 'timed_out'] as const

export type TeamStatus = (typeof TEAM_STATUSES)[number]

/** A task as `tasks.json` has it. */
export type TeamTask = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly status: TeamStatus
  readonly role: string
  readonly prefix: string
  readonly deps: readonly string[]
  /** What its worker found, at most 500 characters. */
  readonly findings: string | null
  readonly error: string | null
}

const teamTask = z.object({
  id: z.string().regex(TASK_ID, { error: 'must be a prefix, - and a number, such as IMPL-001' }),
  title: z.string().default(''),
  description: z.string().default(''),
  status: z.enum(TEAM_STATUSES).default('pending'),
  role: z.string().default(''),
  prefix: z.string().default(''),
  deps: z.array(z.string()).default([]),
  findings: z.string().nullable().default(null),
  error: z.string().nullable().default(null),
})

/** `tasks.json`. */
export const teamTasksSchema = z.array(teamTask) satisfies z.ZodType<readonly TeamTask[]>
