import { z } from 'zod'
import type { Contract } from './contract.ts'
import type { ChallengeReply, ChallengeRequest, ChallengeTerms } from './plan-challenge.ts'
import { challengeParts, challengeWords, judgeChallenge } from './plan-challenge.ts'

const check = z.enum(['pass', 'fail'])

const reply = z.object({
  verdict: z.enum(['approved', 'needs_revision', 'failed', 'abstain']),
  checks: z.object({
    coverage: check.describe('Every criterion is made true by a task.'),
    atomicity: check.describe('Each task is one thing of at most 300 lines.'),
    order: check.describe('Nothing waits for itself, and nothing for what comes later.'),
    parallelism: check.describe('What can go side by side does.'),
    conflicts: check.describe('What writes the same files does not go side by side.'),
    completeness: check.describe('Each task has all that somebody needs to do it.'),
    specification: check.describe(
      'It does what the specification and the person said, and nothing against it.',
    ),
  }),
  ...challengeParts(['security', 'specification', 'quality', 'contract', 'coverage', 'order']),
})

/** Reviews a plan for compliance: security, specification, quality, contracts. */
export function planReviewer(terms: ChallengeTerms): Contract<ChallengeRequest, ChallengeReply> {
  return {
    role: 'reviewer',
    version: 1,
    access: 'read',
    may: { exec: false, network: false },
    reply: reply satisfies z.ZodType<ChallengeReply>,
    judge: (given) =>
      unfound(given as z.infer<typeof reply>) ??
      judgeChallenge(given, { objecting: ['needs_revision', 'failed'], passing: ['approved'] }, terms),
    prompt: (request) =>
      [
        'You review a plan for compliance, before anything is built: security, the specification, quality, contracts between tasks. Whether there is a better way is for others to say. You read; you change nothing.',
        ...challengeWords(request),
        'Check each point and give a finding for every one that fails. What leaks a secret, opens an access or breaks the specification is `blocking`. `failed`: something is blocking. `needs_revision`: something is major. `approved`: neither. `abstain`: you cannot tell.',
      ].join('\n\n'),
  }
}

function unfound({ verdict, checks, findings }: z.infer<typeof reply>): string | null {
  const failed = Object.entries(checks).flatMap(([name, result]) => (result === 'fail' ? [name] : []))
  if (failed.length === 0 || verdict === 'abstain') return null
  if (verdict === 'approved')
    return `The verdict approved does not go together with what failed in \`checks\` (${failed.join(', ')}).`
  return findings.length === 0
    ? `Say in \`findings\` what is wrong and where: ${failed.join(', ')} failed.`
    : null
}
