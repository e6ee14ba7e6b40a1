import { z } from 'zod'
import { capabilityGap } from './capability-gap.ts'
import { clarificationRequest } from './clarification-request.ts'

const words = z.string().trim().min(1)
const score = z.number().min(0).max(100)

/** What a worker of a team is asked to report. */
export const workerReport = z.object({
  status: z
    .enum(['completed', 'partial_completion', 'failed', 'needs_input', 'needs_approval'])
    .describe(
      'partial_completion: some of it is done, and you could not do the rest. needs_input: only a person can tell you what you must know. needs_approval: a person must allow something first.',
    ),
  findings: words
    .max(500)
    .describe('What came of it, for the coordinator; or the question, or what is to be allowed.'),
  artifact: z
    .object({
      name: z
        .string()
        .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be in kebab-case, such as `api-review`')
        .max(60),
      text: words.max(100_000).describe('The whole document, in markdown.'),
    })
    .nullable()
    .default(null)
    .describe('The document that you hand on; it is kept as you give it.'),
  files_modified: z.array(words).max(200).default([]),
  verification: z.enum(['self-validated', 'peer-reviewed', 'tested']).nullable().default(null),
  key_findings: z
    .array(words.max(99))
    .max(5)
    .default([])
    .describe('What the others must know: at most five, each under 100 characters.'),
  decisions: z
    .array(z.object({ decision: words.max(300), rationale: words.max(500) }))
    .max(10)
    .default([]),
  quality: z
    .object({ completeness: score, consistency: score, accuracy: score, depth: score })
    .nullable()
    .default(null)
    .describe('Your own honest scores of 100; of work that you validated, its scores.'),
  issues: z
    .array(z.object({ class: z.enum(['Error', 'Warning', 'Info']), text: words.max(500) }))
    .max(50)
    .default([])
    .describe('Error: it must not go on so. Warning: it may, and you say why. Info: for later.'),
  consensus: z
    .object({ level: z.enum(['HIGH', 'MEDIUM', 'LOW']), about: words.max(500) })
    .nullable()
    .default(null)
    .describe('Where you cannot agree with what is there, and how grave that is.'),
  capabilityGap: capabilityGap
    .nullable()
    .default(null)
    .describe('When the task needs what your role cannot do; then say failed.'),
  clarification: clarificationRequest
    .nullable()
    .default(null)
    .describe('With needs_input, when there are two or three ways to go on.'),
  error: z.string().nullable().default(null).describe('With failed or partial_completion: what went wrong.'),
})

/** What a worker of a team reports of its task. */
export type WorkerReport = z.infer<typeof workerReport>
