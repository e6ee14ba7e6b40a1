import { z } from 'zod'
import type { Contract } from './contract.ts'
import type { ChallengeReply, ChallengeRequest, ChallengeTerms } from './plan-challenge.ts'
import { challengeParts, challengeWords, judgeChallenge } from './plan-challenge.ts'

const reply = z.object({
  verdict: z.enum(['pass', 'needs_changes', 'blocking', 'abstain']),
  ...challengeParts([
    'assumption',
    'edge-case',
    'over-engineering',
    'logic-gap',
    'data-loss',
    'security',
    'simpler-way',
  ]),
})

/** Questions the approach of a plan: what it assumes, what it forgets, what it makes larger than it is. */
export function critic(terms: ChallengeTerms): Contract<ChallengeRequest, ChallengeReply> {
  return {
    role: 'critic',
    version: 1,
    access: 'read',
    may: { exec: false, network: false },
    reply: reply satisfies z.ZodType<ChallengeReply>,
    judge: (given) =>
      unblocked(given) ??
      judgeChallenge(
        given,
        { objecting: ['needs_changes', 'blocking'], passing: ['pass', 'needs_changes'] },
        terms,
      ),
    prompt: (request) =>
      [
        'You question how a plan goes about its job. Whether it keeps to rules is for others to say. You read; you change nothing.',
        ...challengeWords(request),
        'What does it assume? Which cases does it forget? What does it build that nobody needs? Is there a simpler way? A gap that loses data or opens a door is `blocking`, and so is a way that is far more complicated than what it brings; taste never is. `needs_changes`: something should be mended first. `pass`: it can go on as it is. `abstain`: you cannot tell. Say in `praise` what is good about it: that must not be lost when it is revised. Name a simpler way in `fix`.',
      ].join('\n\n'),
  }
}

function unblocked({ verdict, findings, regressed }: ChallengeReply): string | null {
  const blocks = findings.some(({ severity }) => severity === 'blocking') || regressed.length > 0
  return verdict === 'blocking' && !blocks
    ? 'The verdict blocking needs something in `findings` that is blocking; otherwise it is needs_changes.'
    : null
}
