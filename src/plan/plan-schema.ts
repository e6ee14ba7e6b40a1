import { z } from 'zod'
import type { Plan } from './plan.ts'
import { TASK_ID } from './plan.ts'

const ID_EXPECTED = 'must be letters, digits, ., _ or -, begin with a letter and be at most 32 long'

const taskId = z.string().regex(TASK_ID, { error: ID_EXPECTED })

const taskSchema = z.object({
  id: taskId.describe('A short id of its own, such as T1.'),
  title: z.string().describe('What the task achieves, in one line.'),
  description: z.string().default('').describe('What to do, for someone who has read nothing but this task.'),
  dependencies: z.array(taskId).default([]).describe('Ids of the tasks that must be done before it.'),
  writeSet: z
    .array(z.string())
    .default([])
    .describe('Every file the task will write, as paths or globs from the root of the repository.'),
  acceptance: z
    .array(z.string())
    .default([])
    .describe('What must be true when the task is done, each checkable by itself.'),
  role: z.literal('implementer').default('implementer').describe('Who does it.'),
})

/** What a planner replies: shape only, since `lintPlan` judges sense. Keys that it invents are dropped. */
export const planSchema = z.object({
  objective: z.string().describe('What the whole plan achieves.'),
  tasks: z.array(taskSchema).describe('The tasks, in the order a reader should meet them.'),
}) satisfies z.ZodType<Plan>
