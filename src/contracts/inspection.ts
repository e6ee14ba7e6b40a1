import { z } from 'zod'
import type { Task, TaskContract } from '../plan/plan.ts'
import { criterionWords } from './executor-prompt.ts'
import type { Source } from './source.ts'
import { list } from './prompt-words.ts'

/** Something that an issue may be about: only what has been agreed on, or a risk that has a name, can block. */
export type Subject = { readonly id: string; readonly text: string }

/** What a reviewer, critic or designer is shown of work that is done. */
export interface InspectRequest {
  readonly scope: 'task' | 'wave' | 'final'
  readonly objective: string
  /** How closely to look: `full` where security is at stake, `lightweight` where nothing runs. */
  readonly depth: 'full' | 'standard' | 'lightweight'
  readonly tasks: readonly Task[]
  readonly contracts: readonly TaskContract[]
  readonly subjects: readonly Subject[]
  /** What has changed, and by which tasks as far as known. */
  readonly files: readonly {
    readonly path: string
    readonly kind: string
    readonly tasks: readonly string[]
  }[]
  readonly diff: string
  /** The commits that the change lies between, both in the checkout. */
  readonly range: { readonly from: string; readonly to: string }
  /** What was held against it before, and should be settled now. */
  readonly earlier: readonly string[]
}

const words = z.string().trim().min(1)

const issue = z.object({
  severity: z
    .enum(['critical', 'major', 'minor'])
    .describe('critical and major must be settled before the work can stand.'),
  confirmed: z.boolean().describe('Whether you have seen it yourself, not only suspect it.'),
  text: words.describe('What is wrong and what would be right, in one or two sentences.'),
  evidence: z.string().trim().default('').describe('What shows it: lines, a command and what it printed.'),
  file: z.string().nullable().default(null).describe('One of the changed files.'),
  line: z.number().int().positive().nullable().default(null),
  about: z.string().trim().nullable().default(null).describe('The id of what it is about, from the list.'),
  owner: z.string().nullable().default(null).describe('The role that should settle it, if you know.'),
})

export type Issue = z.infer<typeof issue>

export const inspectionVerdict = z
  .enum(['approved', 'needs_revision', 'failed', 'abstain'])
  .describe(
    'approved: it can stand as it is. needs_revision: it can be mended. failed: it is wrong as a whole. abstain: you cannot judge.',
  )

/** What everybody replies who inspects work. */
export const inspectionFields = {
  confidence: z.number().min(0).max(1).describe('How sure you are of this verdict.'),
  summary: words,
  issues: z.array(issue).max(50),
  praise: z.array(words).max(20).default([]).describe('What is good and must stay so.'),
} as const

export type Inspection = {
  readonly verdict: 'approved' | 'needs_revision' | 'failed' | 'abstain'
  readonly confidence: number
  readonly summary: string
  readonly issues: readonly Issue[]
  readonly praise: readonly string[]
}

/** A verdict and its findings must say the same. */
export function judgeInspection({ verdict, issues }: Inspection): string | null {
  const grave = issues.filter(({ severity, confirmed }) => severity !== 'minor' && confirmed)
  if ((verdict === 'needs_revision' || verdict === 'failed') && issues.length === 0) {
    return 'A verdict against the work needs something in `issues` that says why.'
  }
  if (verdict === 'approved' && grave.length > 0) {
    return 'You approve, and name confirmed `issues` that are critical or major. Correct one or the other.'
  }
  const unseen = grave.filter(({ evidence }) => evidence === '')
  return unseen.length === 0
    ? null
    : `What is confirmed needs \`evidence\`: ${unseen.map(({ text }) => text).join(' ')} Show what you saw, or do not call it confirmed.`
}

/** The request in words, after those that say who is asked. */
export function inspectionPrompt(opening: string, request: InspectRequest): string {
  const { objective, depth, tasks, contracts, subjects, files, range, earlier } = request
  return [
    opening,
    `## Objective of the whole job\n${objective}`,
    `## What was to be done\n${tasks.map(taskWords).join('\n')}`,
    ...list(
      'What tasks have agreed on',
      contracts.map(({ from, to, interface: what, format }) => `${from} to ${to}: ${what} ${format}`.trim()),
    ),
    ...list(
      'Changed files',
      files.map(
        ({ path, kind, tasks: by }) => `${path} (${kind}${by.length === 0 ? '' : `, by ${by.join(', ')}`})`,
      ),
    ),
    ...list('Held against it before: is it settled?', earlier),
    ...list(
      'What an issue can be about, by its id',
      subjects.map(({ id, text }) => `${id}: ${text}`),
    ),
    `All of the change is \`git diff ${range.from} ${range.to}\`: look there for what you are not shown.`,
    depths[depth],
    'Everything that the commands of the project prove has been proven already: do not repeat that. Judge only this change. An issue counts against it when you have seen it, name the file and the line, show the evidence, and say what it is about. If you cannot judge, reply `abstain` and say why in `summary`.',
  ].join('\n\n')
}

const depths: Readonly<Record<InspectRequest['depth'], string>> = {
  full: 'Look at every line: security is at stake. Think of input that nobody has checked, of who may do what, of secrets, and of what is written to logs.',
  standard: 'Look at the whole change and at what calls it.',
  lightweight: 'Nothing of this runs by itself: look whether it is right and complete.',
}

/** The change itself, as something to check. */
export function inspectionSources({ diff }: InspectRequest): readonly Source[] {
  return [{ trust: 'check', title: 'The change', text: diff }]
}

function taskWords({ id, title, description, acceptance }: Task): string {
  return [
    `- ${id}: ${title}${description === '' ? '' : `: ${description}`}`,
    ...acceptance.map((criterion) => `  - accepted when ${criterionWords(criterion)}`),
  ].join('\n')
}
