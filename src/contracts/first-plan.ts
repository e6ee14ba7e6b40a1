import { z } from 'zod'
import { planSchema, taskSchema } from '../plan/plan-schema.ts'

/** Whom a planner could name when plans were first asked for. */
const FIRST_ROLES = [
  'implementer',
  'ui-implementer',
  'mobile-implementer',
  'designer',
  'mobile-designer',
  'documentation-writer',
  'tester',
  'browser-tester',
  'mobile-tester',
  'code-simplifier',
  'devops',
  'researcher',
  'analyst',
  'planner',
  'reviewer',
  'critic',
  'debugger',
] as const

const wholeReply = planSchema.omit({ lineage: true })

const firstTask = taskSchema.omit({ covers: true, priority: true, grave: true }).extend({
  role: z
    .enum(FIRST_ROLES)
    .default('implementer')
    .describe('Who does it; only the implementer can be asked today.'),
})

/**
 * A planner's reply where nothing is specified or challenged. Contract: it is asked for in the words of version
 * 0.2.0, whose journals would not replay otherwise.
 */
export const firstPlanReply = wholeReply
  .omit({ confidence: true, risks: true })
  .extend({
    tasks: z.array(firstTask).describe('The tasks, in the order a reader should meet them.'),
  })
  .transform((reply) => wholeReply.parse(reply))
