import { z } from 'zod'
import type { Contract } from './contract.ts'
import type { ChallengeReply, ChallengeRequest, ChallengeTerms } from './plan-challenge.ts'
import { challengeParts, challengeWords, judgeChallenge } from './plan-challenge.ts'

const check = z.boolean()

const walk = z.object({
  task: z.string(),
  checks: z.object({
    filesKnown: check.describe('It is clear which files are read and written.'),
    interfacesKnown: check.describe('Everything it calls exists, or is made before it.'),
    inputsThere: check.describe('What it needs is there when it begins.'),
    commandsWork: check.describe('Its commands exist in this repository.'),
    orderFits: check.describe('Nothing it needs comes later.'),
    rightsSuffice: check.describe('It needs no right, secret or service that is not there.'),
    endClear: check.describe('It is clear when it is done.'),
    sizeFits: check.describe('One agent can do it in one go.'),
  }),
  stuck: z
    .string()
    .trim()
    .min(1)
    .nullable()
    .default(null)
    .describe('Where whoever does it would be stuck; null when nowhere.'),
})

const reply = z.object({
  verdict: z.enum(['pass', 'fail', 'warn', 'abstain']),
  walked: z.array(walk).max(3).describe('The first three tasks, walked through step by step.'),
  ...challengeParts(['stuck', 'unclear', 'order', 'size', 'proof']),
})

/** Walks through the first tasks as if it had to do them. Contract: who is stuck anywhere cannot say `pass`. */
export function executabilityVerifier(terms: ChallengeTerms): Contract<ChallengeRequest, ChallengeReply> {
  return {
    role: 'executability-verifier',
    version: 1,
    access: 'read',
    may: { exec: false, network: false },
    reply: reply satisfies z.ZodType<ChallengeReply>,
    judge: (given) =>
      walkedWrongly(given as z.infer<typeof reply>, terms) ??
      judgeChallenge(given, { objecting: ['fail', 'warn'], passing: ['pass'] }, terms),
    prompt: (request) =>
      [
        'You walk through the first tasks of a plan as if you had to do them, with nothing but what the plan says. You read; you change nothing.',
        ...challengeWords(request),
        'For each of the first three tasks: read what it says; open the files it names; find what it calls; see what it needs from other tasks; think the change through; run its checks in your mind; say whether you would know that it is done. `fail`: a task cannot be done as it stands. `warn`: it can, but somebody would have to guess. `pass`: nobody would. `abstain`: you cannot tell.',
      ].join('\n\n'),
  }
}

function walkedWrongly({ verdict, walked }: z.infer<typeof reply>, { plan }: ChallengeTerms): string | null {
  if (verdict === 'abstain') return null
  const missing = plan.tasks.slice(0, 3).filter(({ id }) => !walked.some(({ task }) => task === id))
  if (missing.length > 0)
    return `Nothing in \`walked\` is about ${missing.map(({ id }) => id).join(', ')}; take the first three tasks.`
  const isStuck = walked.some(({ stuck, checks }) => stuck !== null || Object.values(checks).includes(false))
  return verdict === 'pass' && isStuck
    ? 'The verdict pass does not go together with a task in `walked` that is `stuck`, or one of its `checks` that does not hold.'
    : null
}
