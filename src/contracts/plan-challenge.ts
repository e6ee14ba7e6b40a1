import { z } from 'zod'
import type { Plan } from '../plan/plan.ts'
import type { PlanScores } from '../plan/plan-score.ts'
import { saidPlan } from '../plan/said-plan.ts'
import { list } from './prompt-words.ts'

/** What everybody who looks at a plan before a person does is given. */
export interface ChallengeRequest {
  readonly objective: string
  readonly plan: Plan
  readonly criteria: readonly { readonly id: string; readonly criterion: string }[]
  readonly clarifications: readonly { readonly question: string; readonly answer: string }[]
  /** Commands that prove every task. */
  readonly verification: readonly string[]
  /** What the linter says of it, by rule. */
  readonly warnings: readonly string[]
  /** What to look at with special care. */
  readonly focus: readonly string[]
  /** From 1. */
  readonly round: number
  /** What earlier rounds found to be so. */
  readonly verified: readonly string[]
  /** Set where everything blocking holds the plan up, whatever it names. */
  readonly blocks?: 'said'
}

/** What a challenge can be held to, known before it is asked. */
export type ChallengeTerms = Pick<ChallengeRequest, 'plan' | 'verified'>

const words = z.string().trim().min(1)

/** The parts that every challenger's reply has, beside a verdict of its own. */
export function challengeParts<Category extends string>(categories: readonly [Category, ...Category[]]) {
  return {
    confidence: z.number().min(0).max(1).describe('How sure you are of this verdict, from 0 to 1.'),
    findings: z
      .array(
        z.object({
          severity: z
            .enum(['blocking', 'major', 'minor'])
            .describe('`blocking`: carried out like this the plan fails, or does harm.'),
          category: z.enum(categories),
          text: words.describe('What is wrong, and what happens because of it.'),
          about: z
            .string()
            .nullable()
            .default(null)
            .describe(
              'The id of the criterion or task, the category of the risk, or the rule it is about; nothing else can block.',
            ),
          where: words.describe('The task, the file and line, or the part of the plan.'),
          fix: z.string().default('').describe('What would mend it.'),
        }),
      )
      .max(30)
      .default([]),
    verified: z
      .array(words)
      .max(30)
      .default([])
      .describe('What you checked in the repository and found to be so, one checkable statement each.'),
    regressed: z
      .array(z.object({ item: words, text: words, where: words }))
      .max(30)
      .default([])
      .describe('Of what was found to be so in earlier rounds, by its number (V1): what no longer holds.'),
    praise: z.array(words).max(10).default([]).describe('What is good about the plan and must stay.'),
  }
}

/** A challenger's reply, whoever gave it. */
export type ChallengeReply = {
  readonly verdict: string
  readonly confidence: number
  readonly findings: readonly {
    readonly severity: 'blocking' | 'major' | 'minor'
    readonly category: string
    readonly text: string
    readonly about: string | null
    readonly where: string
    readonly fix: string
  }[]
  readonly verified: readonly string[]
  readonly regressed: readonly { readonly item: string; readonly text: string; readonly where: string }[]
  readonly praise: readonly string[]
  /** An auditor's. */
  readonly scores?: PlanScores
  /** Of those who walk through tasks. */
  readonly walked?: readonly { readonly task: string; readonly stuck: string | null }[]
}

/** How a challenger's verdicts read. */
export interface VerdictSense {
  /** Verdicts that object to the plan: each needs something that it objects to. */
  readonly objecting: readonly string[]
  /** Verdicts by which it may pass: none of these goes together with something that blocks. */
  readonly passing: readonly string[]
}

/** Refuses a verdict that its own findings do not bear out. */
export function judgeChallenge(
  { verdict, findings, regressed }: ChallengeReply,
  { objecting, passing }: VerdictSense,
  { verified }: ChallengeTerms,
): string | null {
  const against = findings.length + regressed.length
  if (objecting.includes(verdict) && against === 0) {
    return `The verdict ${verdict} needs something in \`findings\` that says what is wrong and where.`
  }
  const blocks = findings.some(({ severity }) => severity === 'blocking') || regressed.length > 0
  if (passing.includes(verdict) && blocks) {
    return `The verdict ${verdict} does not go together with something blocking in \`findings\` or something in \`regressed\`.`
  }
  const unknown = regressed.filter(({ item }) => verifiedItem(verified, item) === null)
  return unknown.length === 0
    ? null
    : `Nothing was found to be so under ${unknown.map(({ item }) => item).join(', ')}; use in \`regressed\` the numbers of the list.`
}

/** What stands under a number like V2; `null` when nothing does. */
export function verifiedItem(verified: readonly string[], item: string): string | null {
  const [, number] = /^\s*V(\d+)\b/i.exec(item) ?? []
  return number === undefined ? null : (verified[Number(number) - 1] ?? null)
}

/** The request as every challenger reads it, after its own first words. */
export function challengeWords(request: ChallengeRequest): readonly string[] {
  const { objective, plan, criteria, clarifications, verification, warnings, focus, round, verified } =
    request
  const holds =
    request.blocks === undefined
      ? 'A finding can hold the plan up only if `about` names a criterion, a task, a risk of the plan or a rule of its linter; anything else is shown to the person who decides.'
      : 'Whatever is blocking holds the plan up, and so does a verdict against it: its planner is given all of it.'
  const shown = saidPlan({ ...plan, lineage: [] })
  return [
    `## Objective\n${objective}`,
    ...list(
      'What must be true in the end',
      criteria.map(({ id, criterion }) => `${id}: ${criterion}`),
    ),
    ...list(
      'What a person has said about it',
      clarifications.map((each) => `${each.question} — ${each.answer}`),
    ),
    `## The plan (round ${round})\n~~~~json\n${JSON.stringify(shown)}\n~~~~`,
    ...list('How every task is proven', verification),
    ...list('What the linter says of it', warnings),
    ...list('Look at this with special care', focus),
    ...list(
      'Found to be so in earlier rounds; it must still be so',
      verified.map((item, index) => `V${index + 1}: ${item}`),
    ),
    `Say only what you have checked, in the plan and in the checkout. ${holds} If you cannot tell, say so instead of guessing: abstain, or give a low confidence.`,
  ]
}
