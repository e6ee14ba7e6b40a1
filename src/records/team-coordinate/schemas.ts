import type { z } from 'zod'
import { cacheIndexSchema, messageSchema, metaSchema, teamSessionSchema } from './session-files.ts'
import { taskAnalysisSchema } from './task-analysis.ts'
import { teamTasksSchema } from './team-task.ts'

/** The files of a session that have a schema. */
export const teamCoordinateSchemas: readonly { readonly name: string; readonly schema: z.ZodType }[] = [
  { name: 'team-session', schema: teamSessionSchema },
  { name: 'task-analysis', schema: taskAnalysisSchema },
  { name: 'tasks', schema: teamTasksSchema },
  { name: 'message', schema: messageSchema },
  { name: 'meta', schema: metaSchema },
  { name: 'cache-index', schema: cacheIndexSchema },
]
