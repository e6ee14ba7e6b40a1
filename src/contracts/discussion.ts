import { z } from 'zod'
import type { Contract } from './contract.ts'
import { list } from './prompt-words.ts'

export interface DiscussionRequest {
  readonly objective: string
  readonly criteria: readonly string[]
  /** What such a request often leaves open. */
  readonly kinds: readonly string[]
  readonly likelyFiles: readonly string[]
  readonly files: readonly string[]
  readonly least: number
  readonly most: number
}

const words = z.string().trim().min(1)

const option = z.object({
  label: words.describe('The answer itself, short.'),
  pros: z.array(words).min(1),
  cons: z.array(words).min(1),
  recommended: z.boolean().default(false),
})

const openPoint = z.object({
  kind: z
    .enum(['interface', 'visual', 'logic', 'data'])
    .describe(
      'interface: responses, flags, errors, how much is said. visual: layout, interaction, empty states. logic: edge cases, rules, transitions. data: formats, paging, limits, conventions.',
    ),
  question: words,
  impact: words.describe('What would be built differently, depending on the answer.'),
  lookedAt: z
    .array(z.object({ path: words, found: words }))
    .min(1)
    .describe('Where in the repository you looked for the answer, and what stands there.'),
  answeredByCode: z.boolean().describe('Whether what you found settles it.'),
  scope: z
    .enum(['architectural', 'task'])
    .describe('architectural: the answer will hold for later work too. task: for this work only.'),
  options: z.array(option).min(2).max(4),
})

export const discussionReply = z.object({
  questions: z.array(openPoint),
  fewBecause: z.string().trim().default('').describe('Why there are fewer questions than asked for.'),
})

export type OpenPoint = z.infer<typeof openPoint>
export type DiscussionReply = z.infer<typeof discussionReply>

/** Finds what only a person can decide. Contract: nothing is asked that the code answers. */
export function discussionContract({
  files,
  least,
  most,
}: Pick<DiscussionRequest, 'files' | 'least' | 'most'>): Contract<DiscussionRequest, DiscussionReply> {
  const known = new Set(files)
  return {
    role: 'interpreter',
    version: 1,
    access: 'read',
    may: { exec: false, network: false },
    reply: discussionReply,
    judge: (reply) => judge(reply, known, { least, most }),
    prompt,
  }
}

function judge(
  { questions, fewBecause }: DiscussionReply,
  known: ReadonlySet<string>,
  { least, most }: { readonly least: number; readonly most: number },
): string | null {
  if (questions.length > most) return `At most ${most} questions: keep those whose answers change the most.`
  if (questions.length < least && fewBecause === '')
    return `Fewer than ${least} questions: ask what is missing, or say in \`fewBecause\` why nothing else is open.`
  const texts = questions.map(({ question }) => question.toLowerCase())
  const twice = questions.find((_, index) => texts.indexOf(texts[index] ?? '') !== index)
  if (twice !== undefined) return `This is asked twice: ${twice.question}`
  for (const { question, answeredByCode, lookedAt, options } of questions) {
    if (answeredByCode) return `The code answers this, so nobody has to be asked; leave it out: ${question}`
    const invented = lookedAt.map(({ path }) => path).filter((path) => !known.has(path))
    if (invented.length > 0)
      return `You say in \`lookedAt\` that you looked at ${invented.join(', ')} for "${question}", but that is not a file of the repository.`
    if (options.filter(({ recommended }) => recommended).length !== 1)
      return `Exactly one of the options must be \`recommended\`: ${question}`
  }
  return null
}

function prompt({ objective, criteria, kinds, likelyFiles, files, least, most }: DiscussionRequest): string {
  return [
    'Before work in this git repository is planned, you find out what only the person who asked for it can decide. You read; you change nothing.',
    `## What is asked for\n${objective}`,
    ...list('Known to be wanted', criteria),
    ...list('Kinds of things that may be open', kinds),
    ...list('Likely to be touched', likelyFiles),
    `## Files of the repository\n${files.join('\n')}`,
    `Look for every open point in the code first: whatever the code, its tests or its documents settle is not asked. Of what is left give the ${least} to ${most} points whose answers change the most. Make each a question that stands by itself, with two to four answers that fit this repository, what speaks for and against each, and the one you would take as \`recommended\`. If fewer are open, give only those, and say in \`fewBecause\` why nothing else is.`,
  ].join('\n\n')
}
