import type { z } from 'zod'
import { docsStateSchema } from '../../config/docs-state-file.ts'
import { logLine, progressFile, promptFile, reviewReportFile, tasksFile } from './files-schema.ts'

/** Every file of the process by its name, with what may stand in it. */
export const jiraLoopSchemas: readonly { readonly name: string; readonly schema: z.ZodType }[] = [
  { name: 'prompt', schema: promptFile },
  { name: 'progress', schema: progressFile },
  { name: 'tasks', schema: tasksFile },
  { name: 'review_report', schema: reviewReportFile },
  { name: 'log', schema: logLine },
  { name: 'docs_cache_state', schema: docsStateSchema },
]
