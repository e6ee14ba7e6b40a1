import { z } from 'zod'
import type { Contract } from './contract.ts'
import type { ChallengeReply, ChallengeRequest, ChallengeTerms } from './plan-challenge.ts'
import { challengeParts, challengeWords, judgeChallenge } from './plan-challenge.ts'

const AUDITED = [
  'scope-gap',
  'architecture',
  'performance',
  'destructive-risk',
  'missing-rollback',
  'dependency',
  'contract',
  'testability',
  'order',
] as const

const score = z.number().min(0).max(5)

const reply = z.object({
  verdict: z.enum(['approved', 'needs_revision', 'rejected', 'abstain']),
  scores: z.object({
    completeness: score.describe('Everything that is asked for is in the plan.'),
    soundness: score.describe('What it takes for granted is so.'),
    executability: score.describe('Whoever gets a task can begin and finish it.'),
    verifiability: score.describe('Each task can be seen to be done.'),
    rollback: score
      .nullable()
      .default(null)
      .describe('What it changes can be undone; null when nothing needs to be.'),
    parallelism: score
      .nullable()
      .default(null)
      .describe('Tasks side by side do not disturb each other; null for one task.'),
    clarity: score.describe('It can be understood by itself.'),
  }),
  checklist: z
    .array(z.object({ task: z.string(), canStart: z.boolean(), note: z.string().default('') }))
    .describe('The first three tasks: could somebody who has only the task begin at once?'),
  ...challengeParts(AUDITED),
})

/** Holds a plan against what was asked. Contract: a verdict comes with scores, and with the first tasks looked at. */
export function planAuditor(terms: ChallengeTerms): Contract<ChallengeRequest, ChallengeReply> {
  return {
    role: 'plan-auditor',
    version: 1,
    access: 'read',
    may: { exec: false, network: false },
    reply: reply satisfies z.ZodType<ChallengeReply>,
    judge: (given) =>
      unlooked(given, terms) ??
      judgeChallenge(given, { objecting: ['needs_revision', 'rejected'], passing: ['approved'] }, terms),
    prompt: (request) =>
      [
        'You audit a plan for a job in a git repository, before anything is built. You read; you change nothing.',
        ...challengeWords(request),
        'Audit whether the plan does all that was asked and nothing else, in an order that works, and whether each task can be seen to be done. Look at what could destroy something and cannot be undone. Score each part from 0 to 5. `approved`: it can be carried out as it stands. `needs_revision`: it can be mended. `rejected`: it is the wrong plan. `abstain`: you cannot tell.',
      ].join('\n\n'),
  }
}

function unlooked(given: ChallengeReply, { plan }: ChallengeTerms): string | null {
  if (given.verdict === 'abstain') return null
  const { checklist } = given as z.infer<typeof reply>
  const missing = plan.tasks.slice(0, 3).filter(({ id }) => !checklist.some(({ task }) => task === id))
  return missing.length === 0
    ? null
    : `The \`checklist\` says nothing of ${missing.map(({ id }) => id).join(', ')}; look at the first three tasks.`
}
