import { z } from 'zod'
import type { Contract } from './contract.ts'
import type { InspectRequest, Inspection } from './inspection.ts'
import { inspectionFields, inspectionPrompt, inspectionSources, judgeInspection } from './inspection.ts'

const verdicts = {
  pass: 'approved',
  needs_changes: 'needs_revision',
  blocking: 'failed',
  abstain: 'abstain',
} as const satisfies Record<string, Inspection['verdict']>

/** Whether the way that was taken is a good one; whether it keeps the rules is the reviewer's to say. */
export const codeCritic: Contract<InspectRequest, Inspection> = {
  role: 'critic',
  version: 1,
  access: 'read',
  may: { exec: true, network: false },
  reply: z
    .object({
      verdict: z
        .enum(['pass', 'needs_changes', 'blocking', 'abstain'])
        .describe(
          'pass: it can stand as it is. needs_changes: it can be mended. blocking: data can be lost, security has a hole, or it is far more than the gain is worth. abstain: you cannot judge.',
        ),
      ...inspectionFields,
    })
    .transform((reply) => ({ ...reply, verdict: verdicts[reply.verdict] })),
  judge: judgeInspection,
  sources: inspectionSources,
  prompt: (request) =>
    inspectionPrompt(
      'You question the approach of work that is done: what it takes for granted, which cases it forgets, what is more than is needed, what will break under load or in time. Style is at most minor. You read and run; you change nothing.',
      request,
    ),
}
