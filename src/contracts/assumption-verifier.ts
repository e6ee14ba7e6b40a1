import { z } from 'zod'
import type { Contract } from './contract.ts'
import type { ChallengeReply, ChallengeRequest, ChallengeTerms } from './plan-challenge.ts'
import { challengeParts, challengeWords, judgeChallenge } from './plan-challenge.ts'

/** Ways in which a plan sees what is not there. */
const MIRAGES = [
  'missing-file',
  'missing-symbol',
  'wrong-signature',
  'wrong-path',
  'missing-dependency',
  'wrong-version',
  'missing-setting',
  'wrong-command',
  'missing-right',
  'stale-document',
  'imagined-convention',
  'hidden-coupling',
  'untested-behaviour',
  'unknown-data',
  'other-environment',
  'concurrent-change',
  'unproven-speed',
] as const

const reply = z.object({
  verdict: z.enum(['complete', 'abstain']),
  lookedAt: z.array(z.string().trim().min(1)).max(50).describe('Files that were read to check.'),
  ...challengeParts(MIRAGES),
})

/** Checks in the repository what a plan takes for granted. Contract: a complete check says where it looked. */
export function assumptionVerifier(terms: ChallengeTerms): Contract<ChallengeRequest, ChallengeReply> {
  return {
    role: 'assumption-verifier',
    version: 1,
    access: 'read',
    may: { exec: false, network: false },
    reply: reply satisfies z.ZodType<ChallengeReply>,
    judge: (given) => {
      const { verdict, lookedAt } = given as z.infer<typeof reply>
      if (verdict === 'complete' && lookedAt.length === 0)
        return 'A complete check has looked at something; name the files in `lookedAt`.'
      return judgeChallenge(given, { objecting: [], passing: [] }, terms)
    },
    prompt: (request) =>
      [
        'You look for what a plan takes for granted and is not so: files, functions, signatures, settings, conventions, data. You read; you change nothing.',
        ...challengeWords(request),
        'Go through the plan sentence by sentence. Whatever it says or implies about the repository, find it there. What is not as the plan has it is a finding, `blocking` when the task that relies on it cannot be done, with the file you looked in as `where`. What is as the plan has it belongs into `verified`. `complete`: you went through all of it, whatever you found. `abstain`: you could not.',
      ].join('\n\n'),
  }
}
