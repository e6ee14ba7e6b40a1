import type { ChallengeReply } from '../../contracts/plan-challenge.ts'
import { verifiedItem } from '../../contracts/plan-challenge.ts'
import { lintPlan } from '../../plan/lint-plan.ts'
import type { Plan } from '../../plan/plan.ts'
import { BAD_SCORE, GOOD_SCORE, planScore } from '../../plan/plan-score.ts'
import type { Challenger, ChallengePolicy } from '../../policy/challenge-policy.ts'
import type { Objection } from '../facts.ts'

/** One challenger's word; `null` when it abstained, in words or because it was not sure enough. */
export interface Challenge {
  readonly by: Challenger
  readonly reply: ChallengeReply | null
  /** Shown, whatever it says. */
  readonly unsure: ChallengeReply | null
}

export interface WeighedRound {
  readonly objections: readonly Objection[]
  readonly verified: readonly string[]
  readonly praise: readonly string[]
  /** Whether anybody's word counts; where nobody's does, nothing was found and nothing is approved. */
  readonly isHeard: boolean
  /** Whether the plan cannot go on like this. */
  readonly isHeld: boolean
  /** The lowest share that an auditor gives it, from 0 to 1; `null` where no auditor's word counts. */
  readonly score: number | null
  /** Somebody says that it is the wrong plan, and something stands against it. */
  readonly isRejected: boolean
}

/** More than this many things of weight are too many, though none of them blocks by itself. */
const MOST_MAJOR = 2

/** Verdicts by which a plan may pass. */
const PASSING: ReadonlySet<string> = new Set(['approved', 'complete', 'pass'])

/**
 * What a round of challenges comes to. Contract: where `named` blocks, only what names a criterion, a task, a risk of
 * the plan or something the linter finds does; what was found to be so before and no longer holds always does. The
 * rest is shown.
 */
export function weighObjections(
  challenges: readonly Challenge[],
  plan: Plan,
  demanded: { readonly criteria: readonly string[]; readonly executors: readonly string[] },
  earlier: readonly string[],
  blocks: ChallengePolicy['blocks'] = 'named',
): WeighedRound {
  const named = namesIn(plan, demanded)
  const canBlock = (finding: Finding): boolean => blocks === 'said' || isNamed(finding, named)
  const heard = challenges.flatMap(({ by, reply }) => (reply === null ? [] : [{ by, reply }]))
  const scores = heard.flatMap(({ by, reply }) =>
    reply.scores === undefined ? [] : [{ by, scores: reply.scores }],
  )
  const ceilings = ceilingsOf(heard)
  const share = Math.min(1, ...scores.map((each) => planScore(each.scores, ceilings)))
  const majors = heard.flatMap(({ reply }) =>
    reply.findings.filter((each) => each.severity === 'major' && canBlock(each)),
  )
  const doMajorsBlock = share < GOOD_SCORE || majors.length > MOST_MAJOR
  const objections = [
    ...heard.flatMap(({ by, reply }) => [
      ...reply.regressed.map(({ item, text, where }): Objection => {
        const was = verifiedItem(earlier, item) ?? item
        return { by, severity: 'blocking', text: `No longer so: ${text}`, about: was, where }
      }),
      ...reply.findings.map((finding): Objection => {
        const isWeighty = finding.severity === 'blocking' || (finding.severity === 'major' && doMajorsBlock)
        const severity = isWeighty ? (canBlock(finding) ? 'blocking' : 'major') : finding.severity
        return { by, severity, text: textOf(finding), about: finding.about, where: finding.where }
      }),
    ]),
    ...challenges.flatMap(({ by, unsure }) =>
      (unsure?.findings ?? []).map((finding): Objection => {
        const severity = finding.severity === 'minor' ? 'minor' : 'major'
        return {
          by,
          severity,
          text: `Not sure: ${textOf(finding)}`,
          about: finding.about,
          where: finding.where,
        }
      }),
    ),
    ...(share < GOOD_SCORE ? [low(scores[0]?.by ?? 'plan-auditor', share, blocks)] : []),
  ]
  const isBlocked = objections.some(({ severity }) => severity === 'blocking')
  const isObjected = blocks === 'said' && heard.some(({ reply }) => !PASSING.has(reply.verdict))
  const rejects = heard.some(({ reply }) => reply.verdict === 'rejected') || share < BAD_SCORE
  return {
    objections,
    verified: [...new Set(heard.flatMap(({ reply }) => reply.verified))],
    praise: [...new Set(heard.flatMap(({ reply }) => reply.praise))],
    isHeard: heard.length > 0,
    isHeld: isBlocked || isObjected,
    score: scores.length === 0 ? null : share,
    isRejected: rejects && (isBlocked || isObjected),
  }
}

/** What others found limits what an auditor's scores can say. */
function ceilingsOf(heard: readonly { readonly by: Challenger; readonly reply: ChallengeReply }[]) {
  const mirages = heard
    .filter(({ by }) => by === 'assumption-verifier')
    .flatMap(({ reply }) => reply.findings.filter(({ severity }) => severity !== 'minor'))
  const stuck = heard.flatMap(({ reply }) => (reply.walked ?? []).filter((walk) => walk.stuck !== null))
  return { mirages: mirages.length, stuckTasks: stuck.length }
}

function namesIn(
  plan: Plan,
  { criteria, executors }: Parameters<typeof weighObjections>[2],
): ReadonlySet<string> {
  const tasks = plan.tasks.map(({ id }) => id)
  const risks = plan.risks.map(({ category }) => category)
  const rules = lintPlan(plan, { executors }).map(({ rule }) => rule)
  return new Set<string>([...criteria, ...tasks, ...risks, ...rules])
}

type Finding = { readonly about: string | null }

function isNamed({ about }: Finding, named: ReadonlySet<string>): boolean {
  return about !== null && named.has(about.trim())
}

function textOf({ text, fix }: { readonly text: string; readonly fix: string }): string {
  return fix === '' ? text : `${text} Mend: ${fix}`
}

function low(by: string, share: number, blocks: ChallengePolicy['blocks']): Objection {
  const text = `The plan scores ${Math.round(share * 100)} of 100; ${GOOD_SCORE * 100} is good enough.`
  return { by, severity: blocks === 'said' ? 'blocking' : 'major', text, about: null, where: null }
}
