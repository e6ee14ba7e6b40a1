import { z } from 'zod'
import type { Plan } from './plan.ts'
import { GRAVE_KINDS, RISK_CATEGORIES, TASK_ID } from './plan.ts'
import { ROLE_NAME } from './role.ts'

const ID_EXPECTED = 'must be letters, digits, ., _ or -, begin with a letter and be at most 32 long'
const LONGEST_PATH = 300
const MOST_PATHS = 50

const taskId = z.string().regex(TASK_ID, { error: ID_EXPECTED })
const taskIds = z.array(taskId).default([])
const texts = z.array(z.string()).default([])
const level = z.enum(['low', 'medium', 'high'])
const role = z.string().regex(ROLE_NAME, { error: 'must be the name of a role: small letters, digits and -' })
const amount = z.number().nonnegative().nullable().default(null)

const criterion = z.union(
  [
    z.string().transform((text) => ({ id: null, criterion: text, verification: null })),
    z.object({
      id: z.string().nullable().default(null),
      criterion: z.string(),
      verification: z.string().nullable().default(null).describe('How anybody can see that it is true.'),
    }),
  ],
  { error: 'must be text, or {id, criterion, verification}' },
)

const contextFile = z.union(
  [
    z.string().transform((path) => ({ path, description: '' })),
    z.object({ path: z.string(), description: z.string().default('') }),
  ],
  { error: 'must be a path, or {path, description}' },
)

const openQuestion = z.union(
  [
    z.string().transform((question) => ({ question, options: [], recommendation: null })),
    z.object({
      question: z.string(),
      options: texts,
      recommendation: z.string().nullable().default(null),
    }),
  ],
  { error: 'must be text, or {question, options, recommendation}' },
)

const estimates = z.object({
  effort: z.enum(['small', 'medium', 'large']).nullable().default(null),
  files: amount.describe('How many files it changes; more than 3 is too many.'),
  lines: amount.describe('How many lines it changes; more than 300 is too many.'),
  minutes: amount.describe('How long one agent needs.'),
})

export const taskSchema = z.object({
  id: taskId.describe('A short id of its own, such as T1.'),
  title: z.string().describe('What the task achieves, in one line.'),
  description: z.string().default('').describe('What to do, for someone who has read nothing but this task.'),
  role: role.default('implementer').describe('Who does it.'),
  dependencies: taskIds.describe('Ids of the tasks that must be done before it.'),
  wave: z
    .number()
    .int()
    .min(1)
    .nullable()
    .default(null)
    .describe('The round it belongs to, from 1, if the dependencies do not say it.'),
  group: z.string().nullable().default(null).describe('A name shared by tasks that run at once.'),
  writeSet: z
    .array(z.string().max(LONGEST_PATH))
    .max(MOST_PATHS)
    .default([])
    .describe(
      'Every file the task will write: paths from the root of the repository, or globs with *, **, ? and {a,b}. A folder means all that is in it.',
    ),
  conflicts: taskIds.describe('Ids of tasks that must not run at the same time.'),
  acceptance: z
    .array(criterion)
    .default([])
    .describe('What must be true when the task is done, each checkable by itself, and how it is checked.'),
  verification: texts.describe('Commands by which its author can see that it works.'),
  estimates: estimates.prefault({}).describe('How large the task is, as far as can be told.'),
  risk: level.default('low').describe('How likely it is to go wrong.'),
  context: z.array(contextFile).default([]).describe('Files to read before the work begins.'),
  fixes: z
    .string()
    .nullable()
    .default(null)
    .describe('The fault it repairs, if it repairs one: a new test must then fail without it.'),
  covers: texts.describe('Ids of the criteria of the specification that hold once it is done.'),
  priority: level.default('medium').describe('How much the job would lose without it.'),
  grave: z
    .array(z.enum(GRAVE_KINDS))
    .default([])
    .describe(
      'What it does that somebody should allow first: destroys something, deploys, takes a new dependency, changes a public interface or the architecture.',
    ),
})

const contract = z.object({
  from: taskId.describe('The task that makes it.'),
  to: taskId.describe('The task that uses it.'),
  interface: z.string().describe('What is handed over: a function, an endpoint, a file.'),
  format: z.string().default('').describe('Its exact form: signature, schema, example.'),
})

const preMortem = z.object({
  overallRisk: level,
  failureModes: z
    .array(
      z.object({
        scenario: z.string(),
        likelihood: level,
        impact: z.enum(['low', 'medium', 'high', 'critical']),
        mitigation: z.string().default(''),
      }),
    )
    .default([]),
  assumptions: texts,
})

const revision = z.object({
  revision: z.number().int().min(1),
  reason: z.string(),
  changed: taskIds,
})

const risk = z.object({
  category: z.enum(RISK_CATEGORIES),
  applicability: z.enum(['applicable', 'not-applicable', 'uncertain']),
  impact: z.enum(['low', 'medium', 'high', 'unknown']).default('unknown'),
  disposition: z.enum(['resolved', 'open-question', 'research-added', 'not-applicable']),
  note: z.string().default('').describe('What the danger is, or what the plan does about it.'),
})

/** A written plan: shape only, since `lintPlan` judges sense. Whatever may be left out is filled in. */
export const planSchema = z.object({
  objective: z.string().describe('What the whole plan achieves.'),
  tasks: z.array(taskSchema).describe('The tasks, in the order a reader should meet them.'),
  contracts: z
    .array(contract)
    .default([])
    .describe('What one task makes and another one uses, settled before both begin.'),
  preMortem: preMortem.nullable().default(null).describe('For a risky job: how it could go wrong.'),
  openQuestions: z.array(openQuestion).default([]).describe('What only a person can settle.'),
  lineage: z.array(revision).default([]).describe('How the plan came to be as it is.'),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .default(null)
    .describe('How sure you are that the plan works as it stands, from 0 to 1.'),
  risks: z
    .array(risk)
    .default([])
    .describe('Each kind of danger, whether it applies, how bad it would be, and what became of it.'),
}) satisfies z.ZodType<Plan>

const namedTask = taskSchema.extend({ role: role.describe('Who does it; it must be said of every task.') })

/** The same where nobody is taken for the executor of a task that names none. */
export const namedPlanSchema = planSchema.extend({
  tasks: z.array(namedTask).describe('The tasks, in the order a reader should meet them.'),
}) satisfies z.ZodType<Plan>
