import type { z } from 'zod'
import { failureLog } from './failure-log.ts'
import { gemPlan } from './plan-schema.ts'
import { researchFindings } from './research-file.ts'

/** What gem-team's files are like. */
export const gemTeamSchemas: readonly { readonly name: string; readonly schema: z.ZodType }[] = [
  { name: 'plan', schema: gemPlan },
  { name: 'research-findings', schema: researchFindings },
  { name: 'failure-log', schema: failureLog },
]
