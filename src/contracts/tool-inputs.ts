import { z } from 'zod'

const words = (most: number): z.ZodString => z.string().trim().min(1).max(most)
const paths = z.array(words(500)).max(50)

/** What agents tell each other; the last two are for a state that others build on. */
export const MESSAGE_TYPES = [
  'state_update',
  'task_unblocked',
  'fast_advance',
  'capability_gap',
  'error',
  'impl_complete',
  'consensus_blocked',
] as const

export const WISDOM_KINDS = ['learning', 'decision', 'convention', 'issue'] as const

const progress = z.object({
  text: words(1000).describe('What you have done, or what holds you up.'),
  state: z.enum(['progress', 'blocker']).default('progress'),
})

const question = z.object({
  question: words(2000).describe('One question that only a person can answer, with what it depends on.'),
  options: z
    .array(z.object({ label: words(200), description: words(1000).nullable().default(null) }))
    .max(4)
    .default([])
    .describe('Answers to choose from, the one you recommend first.'),
})

const capability = z.object({
  capability: words(300).describe('What you would have to be able to do, or be allowed to do.'),
  why: words(1000),
})

const message = z.object({
  action: z.enum(['post', 'read']),
  type: z.enum(MESSAGE_TYPES).nullable().default(null).describe('To post: required. To read: only these.'),
  text: words(2000).nullable().default(null).describe('To post: required.'),
  to: words(100).nullable().default(null).describe('A role or a task; without one, everybody.'),
  ref: words(500).nullable().default(null).describe('Where it can be read in full: a path, not its text.'),
  findings: z
    .array(words(100))
    .max(5)
    .default([])
    .describe('What others must know, at most five, each short.'),
  decisions: z
    .array(z.object({ decision: words(300), rationale: words(500) }))
    .max(10)
    .default([]),
  files: paths.default([]).describe('Files you have changed.'),
  verification: z.enum(['self-validated', 'peer-reviewed', 'tested']).nullable().default(null),
})

/** What can be done on the bus of a team. */
export const BUS_OPERATIONS = [
  'log',
  'read',
  'list',
  'status',
  'delete',
  'clear',
  'broadcast',
  'get_state',
  'read_mailbox',
  'mailbox_status',
] as const

/** What is said on the bus of a team. */
const BUS_TYPES = [...MESSAGE_TYPES, 'progress', 'blocker', 'task_complete'] as const

const bus = z.object({
  operation: z.enum(BUS_OPERATIONS),
  type: z.enum(BUS_TYPES).nullable().default(null).describe('To log: required. To list: only these.'),
  summary: words(1000).nullable().default(null).describe('To log: required.'),
  to: words(100).nullable().default(null).describe('To log: the coordinator. To list: only to this one.'),
  from: words(100).nullable().default(null).describe('To list: only from this one.'),
  id: z
    .string()
    .regex(/^MSG-\d{3,}$/)
    .nullable()
    .default(null)
    .describe('To read one.'),
  last: z
    .number()
    .int()
    .min(1)
    .max(100)
    .nullable()
    .default(null)
    .describe('To list: how many; 20 if left out.'),
  data: z
    .record(z.string().max(100), z.json())
    .nullable()
    .default(null)
    .describe('Of a state_update: what is merged into the state of your role.'),
})

const wisdom = z.object({
  action: z.enum(['add', 'read']),
  kind: z.enum(WISDOM_KINDS).nullable().default(null).describe('To add: required. To read: only these.'),
  text: words(1000).nullable().default(null).describe('To add: what will still be true after this job.'),
  evidence: z
    .array(words(500))
    .max(10)
    .default([])
    .describe('To add: files, commands or commits that show it.'),
})

const exploration = z.object({
  action: z.enum(['put', 'get']),
  angle: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be in kebab-case, such as `error-handling`')
    .max(80)
    .nullable()
    .default(null)
    .describe(
      'From which side you looked at the code. To put: required. To get: without one, the list of all.',
    ),
  summary: words(4000).nullable().default(null).describe('To put: what you found.'),
  files: z
    .array(z.object({ path: words(500), note: words(500) }))
    .max(50)
    .default([]),
})

/** What each tool but `submit_result` takes. */
export const toolInputs = {
  report_progress: progress,
  ask_person: question,
  request_capability: capability,
  team_message: message,
  team_msg: bus,
  wisdom,
  exploration,
} as const

export type ToolInputs = { readonly [Name in keyof typeof toolInputs]: z.infer<(typeof toolInputs)[Name]> }
