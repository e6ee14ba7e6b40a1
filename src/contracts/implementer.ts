import { z } from 'zod'
import type { Contract } from './contract.ts'
import { executorPrompt } from './executor-prompt.ts'
import type { ImplementRequest } from './implement-request.ts'

export const implementReply = z.object({
  status: z
    .enum(['completed', 'needs_revision', 'failed', 'needs_input', 'needs_approval', 'needs_replan'])
    .describe(
      'needs_input: only a person can tell you what you must know. needs_approval: a person must allow something first. needs_replan: the task cannot be done as it is planned.',
    ),
  summary: z
    .string()
    .trim()
    .min(1)
    .describe('What you did; or the question, what is to be allowed, or why not.'),
})

export type ImplementReply = z.infer<typeof implementReply>

/** What everybody is told who changes files. */
export const implementerOpening =
  'You do one task of a larger job, in a checkout of your own. Change only what the task needs. Do not push, stash, or touch branches: your files are recorded for you. Existing tests, and whatever decides how the work is proven, are not yours to weaken: such a change is sent back.'

/** Does one task. Its claim decides nothing: the commit is proven by commands that Tutti runs. */
export const implementer: Contract<ImplementRequest, ImplementReply> = {
  role: 'implementer',
  version: 2,
  access: 'write',
  may: { exec: true, network: true },
  reply: implementReply,
  prompt: (request) => executorPrompt(implementerOpening, request),
}
