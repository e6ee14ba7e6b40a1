import { z } from 'zod'
import { implementReply } from './implementer.ts'
import type { WorkerReport } from './team-worker-reply.ts'

const words = z.string().trim().min(1)
const count = z.number().int().nonnegative()

/** What an agent needs to know before it can go on, as a choice that a person can make. */
export const clarificationRequest = z.object({
  options: z
    .array(
      z.object({
        id: z.string().regex(/^[a-z0-9-]{1,24}$/),
        description: words,
        pros: z.string().default(''),
        cons: z.string().default(''),
        affectedFiles: z.array(z.string()).default([]),
      }),
    )
    .min(2)
    .max(3),
  recommended: z.string().describe('The id of the option that you would take.'),
  impact: z.string().default('').describe('What depends on the choice.'),
})

export type ClarificationRequest = z.infer<typeof clarificationRequest>

/** What the task needs and this role cannot do. */
export const capabilityGap = z.object({
  missing: words,
  suggested: z.string().nullable().default(null).describe('The role that could do it, if you know one.'),
})

export type CapabilityGap = z.infer<typeof capabilityGap>

export const testCounts = z.object({ total: count, passed: count, failed: count })

export const flowCounts = z.object({ executed: count, passed: count })

/** Whoever tests can tell more kinds of failures apart. */
export const TESTERS_FAILURES = [
  'transient',
  'fixable',
  'needs_replan',
  'escalate',
  'flaky',
  'regression',
  'new_failure',
] as const

/** What everybody may report who does a task and reports in full. */
export const executorReply = implementReply.extend({
  failure: z
    .enum(['transient', 'fixable', 'needs_replan', 'escalate'])
    .nullable()
    .default(null)
    .describe('With failed: whether it may pass, can be repaired, needs another plan, or needs a person.'),
  clarification: clarificationRequest
    .nullable()
    .default(null)
    .describe('With needs_input, when there are two or three ways to go on.'),
  capabilityGap: capabilityGap
    .nullable()
    .default(null)
    .describe('When the task needs somebody who can do what you cannot; then say failed.'),
  tests: testCounts
    .nullable()
    .default(null)
    .describe('The tests that you ran last, on what you leave; null when you ran none.'),
  flaky: z.array(words).max(100).default([]).describe('Tests that pass and fail by chance.'),
})

/** As much of any executor's reply as decides what follows; whoever reports in short leaves the rest out. */
export type ExecutorReply = Pick<z.infer<typeof executorReply>, 'status' | 'summary'> &
  Partial<Omit<z.infer<typeof executorReply>, 'status' | 'summary' | 'failure'>> & {
    readonly failure?: (typeof TESTERS_FAILURES)[number] | null
    readonly retriesAttempted?: number
    readonly flows?: z.infer<typeof flowCounts> | null
    readonly docs?: { readonly parityVerified: boolean } | null
    readonly preservedBehaviour?: boolean | null
    readonly healthChecks?: readonly { readonly name: string; readonly isHealthy: boolean }[] | null
    readonly accessibility?: { readonly isMet: boolean } | null
    readonly worker?: WorkerReport
  }

/** Says what a reply that is to be completed lacks; the choice it offers must be one that can be made. */
export function judgeExecutorReply(
  reply: ExecutorReply,
  evidence: readonly { readonly of: keyof ExecutorReply; readonly lacks: string }[],
): string | null {
  const { status, clarification = null } = reply
  if (clarification !== null) {
    const ids = clarification.options.map(({ id }) => id)
    if (new Set(ids).size < ids.length) return 'Give every option of the `clarification` an id of its own.'
    if (!ids.includes(clarification.recommended)) {
      return `What is \`recommended\` in the \`clarification\` must be one of ${ids.join(', ')}.`
    }
  }
  if (status !== 'completed') return null
  const against = (['failure', 'capabilityGap', 'clarification'] as const).filter(
    (name) => (reply[name] ?? null) !== null,
  )
  if (against.length > 0)
    return `Completed does not go together with ${against.map((name) => `\`${name}\``).join(' and ')}; correct one or the other.`
  const missing = evidence.filter(({ of }) => (reply[of] ?? null) === null)
  return missing.length === 0
    ? null
    : `Completed needs evidence: ${missing.map(({ of, lacks }) => `\`${of}\` (${lacks})`).join(', ')}.`
}
