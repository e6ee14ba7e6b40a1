import { z } from 'zod'
import { capabilityGap } from './capability-gap.ts'
import { clarificationRequest } from './clarification-request.ts'
import { implementReply } from './implementer.ts'
import type { WorkerReport } from './worker-report.ts'

const words = z.string().trim().min(1)
const count = z.number().int().nonnegative()

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
