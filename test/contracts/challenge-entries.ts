import { assumptionVerifier } from '../../src/contracts/assumption-verifier.ts'
import type { Contract } from '../../src/contracts/contract.ts'
import { critic } from '../../src/contracts/critic.ts'
import { executabilityVerifier } from '../../src/contracts/executability-verifier.ts'
import { planAuditor } from '../../src/contracts/plan-auditor.ts'
import type { ChallengeReply, ChallengeRequest, ChallengeTerms } from '../../src/contracts/plan-challenge.ts'
import { planReviewer } from '../../src/contracts/plan-review.ts'
import { content, finding } from '../fixtures/challenge-replies.ts'
import { makePlan } from '../fixtures/make-plan.ts'
import { entry, type Refusal, type Reply, type RosterEntry } from './roster-entry.ts'

const plan = makePlan([
  { id: 'T1', covers: ['AC-001'] },
  { id: 'T2', dependencies: ['T1'] },
])
const terms: ChallengeTerms = { plan, verified: ['a.ts is there'] }
const plain: ChallengeRequest = {
  objective: 'Titles become slugs',
  plan,
  criteria: [],
  clarifications: [],
  verification: [],
  warnings: [],
  focus: [],
  round: 1,
  verified: [],
}
const full: ChallengeRequest = {
  ...plain,
  criteria: [{ id: 'AC-001', criterion: 'A title becomes a slug' }],
  clarifications: [{ question: 'Which letters?', answer: 'Only a to z.' }],
  verification: ['npm test'],
  warnings: ['task-too-large: Task T2 is a large effort; split it.'],
  focus: ['performance'],
  round: 2,
  verified: terms.verified,
}

const good = content('T1', 'T2')
const regressed: Reply = { item: 'V1', text: 'It is gone.', where: 'a.ts' }

function challenger(
  role: string,
  made: readonly [from: string, make: (terms: ChallengeTerms) => Contract<ChallengeRequest, ChallengeReply>],
  sense: {
    readonly category: string
    readonly against: readonly string[]
    readonly passing: readonly string[]
    /** What the usual reply is silent about. */
    readonly more?: Reply
  },
  refused: (usual: Reply) => readonly Refusal[],
): RosterEntry {
  const [from, make] = made
  const usual: Reply = { ...good[role], verified: ['b.ts is there'], praise: ['It is small.'] }
  const [against = 'complete'] = sense.against
  const blocking = finding({ category: sense.category, fix: 'Turn them round.' })
  return entry({
    name: role === 'critic' || role === 'reviewer' ? `${role}-of-plan` : role,
    from,
    contract: make(terms),
    plain,
    full,
    fits: [
      { ...usual, findings: [finding({ severity: 'minor', category: sense.category, fix: 'Turn them.' })] },
      { ...usual, ...sense.more, verdict: against, findings: [blocking], regressed: [regressed] },
      { ...usual, verdict: 'abstain' },
    ],
    refused: [
      ...sense.against.map((verdict): Refusal => [
        `${verdict} without a reason`,
        { ...usual, verdict, findings: [] },
        '`findings`',
      ]),
      ...sense.passing.map((verdict): Refusal => [
        `${verdict} with something that blocks`,
        { ...usual, verdict, findings: [blocking] },
        'something blocking in `findings`',
      ]),
      [
        'what nobody had found to be so',
        { ...usual, verdict: against, findings: [blocking], regressed: [{ ...regressed, item: 'V9' }] },
        'V9',
      ],
      ...refused(usual),
    ],
  })
}

const scores = { ...(good['plan-auditor']?.['scores'] as Reply), rollback: 4, parallelism: 3 }
const checklist = ['T1', 'T2'].map((task) => ({ task, canStart: false, note: 'Which file?' }))

const stuckAt = (walked: unknown): Reply[] =>
  (walked as readonly Reply[]).map((walk) => ({ ...walk, stuck: 'at once' }))

/** Those who look at a plan before a person does. */
export const challengeEntries: readonly RosterEntry[] = [
  challenger(
    'plan-auditor',
    ['planAuditor', planAuditor],
    {
      category: 'order',
      against: ['needs_revision', 'rejected'],
      passing: ['approved'],
      more: { scores, checklist },
    },
    (usual) => [
      [
        'a task it did not look at',
        { ...usual, checklist: [{ task: 'T1', canStart: true }] },
        '`checklist` says nothing of T2',
      ],
    ],
  ),
  challenger(
    'assumption-verifier',
    ['assumptionVerifier', assumptionVerifier],
    { category: 'missing-file', against: [], passing: [] },
    (usual) => [['a check without a look', { ...usual, lookedAt: [] }, '`lookedAt`']],
  ),
  challenger(
    'executability-verifier',
    ['executabilityVerifier', executabilityVerifier],
    {
      category: 'stuck',
      against: ['fail', 'warn'],
      passing: ['pass'],
      more: { walked: stuckAt(good['executability-verifier']?.['walked']) },
    },
    (usual) => [
      ['tasks it did not walk through', { ...usual, walked: [] }, 'T1, T2'],
      ['a pass although it was stuck', { ...usual, walked: stuckAt(usual['walked']) }, '`stuck`'],
    ],
  ),
  challenger(
    'critic',
    ['critic', critic],
    { category: 'edge-case', against: ['blocking', 'needs_changes'], passing: ['pass', 'needs_changes'] },
    (usual) => [
      [
        'blocking for what is only major',
        { ...usual, verdict: 'blocking', findings: [finding({ severity: 'major', category: 'edge-case' })] },
        'is blocking',
      ],
    ],
  ),
  challenger(
    'reviewer',
    ['planReviewer', planReviewer],
    { category: 'coverage', against: ['needs_revision', 'failed'], passing: ['approved'] },
    (usual) => {
      const checks = { ...(usual['checks'] as Reply), order: 'fail' }
      return [
        ['approval of what failed a check', { ...usual, checks }, '`checks` (order)'],
        ['a failed check without a finding', { ...usual, checks, verdict: 'failed' }, 'order failed'],
      ]
    },
  ),
]
