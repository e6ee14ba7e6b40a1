import { describe, expect, it } from 'vitest'
import { content, finding } from '../../test/fixtures/challenge-replies.ts'
import { makePlan } from '../../test/fixtures/make-plan.ts'
import type { Json } from '../kernel/json.ts'
import { assumptionVerifier } from './assumption-verifier.ts'
import type { Contract } from './contract.ts'
import { critic } from './critic.ts'
import { executabilityVerifier } from './executability-verifier.ts'
import { planAuditor } from './plan-auditor.ts'
import type { ChallengeReply, ChallengeRequest, ChallengeTerms } from './plan-challenge.ts'
import { planReviewer } from './plan-review.ts'
import { plannerFor } from './planner.ts'
import { readReply } from './read-reply.ts'
import { areaResearcher } from './researcher.ts'
import { splitterFor } from './splitter.ts'

const plan = makePlan([
  { id: 'T1', covers: ['AC-001'] },
  { id: 'T2', dependencies: ['T1'] },
])
const terms = { plan, verified: ['a.ts is there'] }
const request: ChallengeRequest = {
  objective: 'Slugs for titles',
  plan,
  criteria: [{ id: 'AC-001', criterion: 'A title becomes a slug' }],
  clarifications: [{ question: 'Which letters?', answer: 'only a to z' }],
  verification: ['npm test'],
  warnings: ['task-too-large: Task T2 is a large effort; split it.'],
  focus: ['performance'],
  round: 2,
  verified: terms.verified,
}

const challengers: Readonly<
  Record<string, (terms: ChallengeTerms) => Contract<ChallengeRequest, ChallengeReply>>
> = {
  'plan-auditor': planAuditor,
  'assumption-verifier': assumptionVerifier,
  critic,
  reviewer: planReviewer,
  'executability-verifier': executabilityVerifier,
}

type Parts = Readonly<Record<string, Json>>

const good = content('T1', 'T2')

function read(role: string, parts: Parts = {}): ReturnType<typeof readReply> {
  const make = challengers[role]
  if (make === undefined) throw new Error(role)
  return readReply(make(terms), `Well.\n\`\`\`json\n${JSON.stringify({ ...good[role], ...parts })}\n\`\`\``)
}

const unfit = (words: string): object => ({ kind: 'unfit', complaint: expect.stringContaining(words) })

const categories: Readonly<Record<string, string>> = {
  'plan-auditor': 'order',
  'assumption-verifier': 'missing-file',
  critic: 'edge-case',
  reviewer: 'coverage',
  'executability-verifier': 'stuck',
}

const objecting: Readonly<Record<string, string>> = {
  'plan-auditor': 'needs_revision',
  'assumption-verifier': 'complete',
  critic: 'blocking',
  reviewer: 'needs_revision',
  'executability-verifier': 'warn',
}

describe.each(Object.keys(challengers))('the %s', (role) => {
  const category = categories[role] ?? ''

  it('may have nothing against a plan, or something with its place', () => {
    expect(read(role)).toMatchObject({ kind: 'fits' })
    const minor = finding({ severity: 'minor', category })
    expect(read(role, { findings: [minor] })).toMatchObject({ kind: 'fits' })
  })

  it.each<[string, Parts, string]>([
    ['a verdict of its own invention', { verdict: 'fine' }, 'verdict'],
    ['no confidence', { confidence: null }, 'confidence'],
    ['a confidence beyond all bounds', { confidence: 7 }, 'confidence'],
    ['a finding that is nowhere', { findings: [finding({ where: ' ', category })] }, 'where'],
    ['a finding that says nothing', { findings: [finding({ text: '', category })] }, 'text'],
    ['a category of its own invention', { findings: [finding({ category: 'vibes' })] }, 'category'],
    ['a severity of its own invention', { findings: [finding({ severity: 'fatal', category })] }, 'severity'],
    [
      'what nobody had found to be so',
      { verdict: objecting[role] ?? '', regressed: [{ item: 'V9', text: 'gone', where: 'a.ts' }] },
      'V9',
    ],
  ])('is sent back for %s', (_name, parts, words) => {
    expect(read(role, parts)).toMatchObject(unfit(words))
  })

  it('asks in these words', () => {
    expect(challengers[role]?.(terms).prompt(request)).toMatchSnapshot()
  })

  it('is sent back for prose, for half a reply and for noise', () => {
    const contract = challengers[role]?.(terms)
    if (contract === undefined) throw new Error(role)
    const whole = JSON.stringify(good[role])
    expect(readReply(contract, 'It is a good plan.')).toMatchObject(unfit('no JSON'))
    expect(readReply(contract, whole.slice(0, -2))).toMatchObject({ kind: 'unfit' })
    expect(readReply(contract, 'x{'.repeat(1000) + 'y'.repeat(10_000_000))).toMatchObject({ kind: 'unfit' })
  })
})

const walked = good['executability-verifier']?.['walked'] as readonly Parts[]

describe('a verdict', () => {
  it.each([
    ['plan-auditor', 'needs_revision'],
    ['plan-auditor', 'rejected'],
    ['critic', 'needs_changes'],
    ['reviewer', 'failed'],
    ['executability-verifier', 'fail'],
  ])('of the %s that it is %s needs a finding', (role, verdict) => {
    expect(read(role, { verdict, findings: [] })).toMatchObject(unfit('at least one finding'))
  })

  it.each([
    ['plan-auditor', 'approved'],
    ['critic', 'pass'],
    ['critic', 'needs_changes'],
    ['reviewer', 'approved'],
    ['executability-verifier', 'pass'],
  ])('of the %s that it is %s does not go together with something that blocks', (role, verdict) => {
    const findings = [finding({ category: categories[role] ?? '' })]
    expect(read(role, { verdict, findings })).toMatchObject(unfit('does not go together'))
  })

  it.each<[string, Parts, string]>([
    ['plan-auditor', { checklist: [{ task: 'T1', canStart: true }] }, 'says nothing of T2'],
    ['plan-auditor', { scores: { completeness: 6 } }, 'scores'],
    ['assumption-verifier', { lookedAt: [] }, 'lookedAt'],
    [
      'critic',
      { verdict: 'blocking', findings: [finding({ severity: 'major', category: 'edge-case' })] },
      'is blocking',
    ],
    [
      'reviewer',
      { checks: { ...(good['reviewer']?.['checks'] as object), order: 'fail' } as Json },
      'failed check (order)',
    ],
    ['reviewer', { verdict: 'abstain', checks: { coverage: 'pass' } }, 'checks'],
    ['executability-verifier', { walked: [] }, 'T1, T2'],
    [
      'executability-verifier',
      {
        walked: walked.map((walk) => ({
          ...walk,
          stuck: 'at once',
        })),
      },
      'stuck',
    ],
  ])('of the %s that its own words do not bear out is sent back', (role, parts, words) => {
    expect(read(role, parts)).toMatchObject(unfit(words))
  })

  it.each(['plan-auditor', 'assumption-verifier', 'reviewer', 'executability-verifier'])(
    'of the %s may be that it cannot tell',
    (role) => {
      expect(read(role, { verdict: 'abstain' })).toMatchObject({ kind: 'fits' })
    },
  )
})

const background = {
  clarifications: request.clarifications,
  criteria: [{ id: 'AC-001', criterion: 'A title becomes a slug', verification: 'npm test' }],
  mandates: [{ tool: 'sqlite', words: 'MUST use sqlite' }],
  tier: 'medium',
  executors: [{ name: 'implementer', duty: 'code and its tests' }],
  weigh: 'The least risk.',
}
const demands = { executors: ['implementer'], criteria: ['AC-001'] }

describe('the planner and the splitter', () => {
  it.each<[string, (text: string) => unknown]>([
    ['planner', (text) => readReply(plannerFor(demands), text)],
    ['splitter', (text) => readReply(splitterFor(demands), text)],
  ])('%s: is held to the criteria and to what a plan may say', (_name, read) => {
    const say = (value: object): unknown => read(JSON.stringify(value))
    const task = { id: 'T1', title: 'feat: T1', covers: ['AC-001'] }
    expect(say({ objective: 'o', tasks: [task] })).toMatchObject({ kind: 'fits' })
    expect(say({ objective: 'o', tasks: [{ ...task, covers: [] }] })).toMatchObject(unfit('No task covers'))
    expect(say({ objective: 'o', tasks: [{ ...task, covers: ['AC-001', 'AC-9'] }] })).toMatchObject(
      unfit('AC-9'),
    )
    expect(say({ objective: 'o', tasks: [{ ...task, title: 'figure out T1' }] })).toMatchObject(
      unfit('figure out'),
    )
    expect(say({ objective: 'o', tasks: [{ ...task, grave: ['fun'] }] })).toMatchObject(unfit('grave'))
    expect(say({ objective: 'o', tasks: [task], confidence: 2 })).toMatchObject(unfit('confidence'))
    const risk = { category: 'weather', applicability: 'applicable', disposition: 'resolved' }
    expect(say({ objective: 'o', tasks: [task], risks: [risk] })).toMatchObject(unfit('risks'))
  })

  it('ask in these words', () => {
    const research = [
      {
        summary: 'seen',
        findings: [{ path: 'a.ts', note: 'n' }],
        sources: ['a.ts'],
        confidence: 0.8,
        openQuestions: ['why?'],
      },
    ]
    const revise = { plan, feedback: '- blocking: too much', from: 'challenge', done: ['T1'] } as const
    const asked = { objective: 'Slugs for titles', research, verification: ['npm test'], revise, background }
    expect(plannerFor(demands).prompt(asked)).toMatchSnapshot()
    const { objective, verification } = asked
    const split = {
      objective,
      verification,
      background,
      draft: 'no plan',
      problems: 'The plan has no tasks.',
    }
    expect(splitterFor(demands).prompt(split)).toMatchSnapshot()
    expect(splitterFor(demands).sources?.(split)).toEqual([
      { trust: 'untrusted', title: "The planner's last draft", text: 'no plan' },
    ])
  })
})

describe('the researcher of an area', () => {
  it('asks in these words', () => {
    const { clarifications } = request
    const asked = {
      objective: 'Slugs for titles',
      question: 'Proof: how is this tested?',
      clarifications,
      files: ['a.ts'],
    }
    expect(areaResearcher(null).prompt(asked)).toMatchSnapshot()
  })

  it('may be as short as it likes when it found nothing', () => {
    const reply = { summary: 'nothing', findings: [], sources: [], confidence: 0.3 }
    expect(readReply(areaResearcher(new Set()), JSON.stringify(reply))).toMatchObject({ kind: 'fits' })
  })
})
