import { z } from 'zod'
import type { Contract } from './contract.ts'
import { list } from './prompt-words.ts'

export interface InterpretRequest {
  readonly objective: string
  /** Why the request is not clear. */
  readonly unclear: readonly string[]
  /** What the request says must be used, in its own words. */
  readonly mandates: readonly string[]
  readonly languages: readonly string[]
  readonly files: readonly string[]
  /** What a person answered when nobody could tell what was meant; then it has to be told. */
  readonly answer: { readonly question: string; readonly answer: string } | null
}

const words = z.string().trim().min(1)

export const interpretReply = z.object({
  status: z
    .enum(['clear', 'cannot_tell'])
    .describe(
      'cannot_tell: the request can mean different things, and nothing in the repository says which.',
    ),
  objective: z
    .string()
    .trim()
    .default('')
    .describe('The request again, said so that nobody can take it wrongly.'),
  criteria: z
    .array(words)
    .max(20)
    .default([])
    .describe('What is true when it is done; each can be seen by anybody.'),
  workType: z.enum(['fix', 'feature', 'chore']).nullable().default(null),
  mandates: z
    .array(z.string())
    .default([])
    .describe('What must be used, word for word as it was given to you.'),
  likelyFiles: z.array(words).max(30).default([]).describe('Files it will touch, as far as you have seen.'),
  question: z
    .object({
      text: words,
      options: z
        .array(z.object({ label: words, description: z.string().default('') }))
        .min(2)
        .max(4),
    })
    .nullable()
    .default(null)
    .describe('Only with cannot_tell: the one question whose answer would settle it.'),
})

export type InterpretReply = z.infer<typeof interpretReply>

/** Says what an unclear request means. Contract: nothing that the request demands in its own words gets lost. */
export function interpreterContract({
  mandates,
  answer,
}: Pick<InterpretRequest, 'mandates' | 'answer'>): Contract<InterpretRequest, InterpretReply> {
  return {
    role: 'interpreter',
    version: 1,
    access: 'read',
    may: { exec: false, network: false },
    reply: interpretReply,
    judge: (reply) => judge(reply, mandates, answer !== null),
    prompt,
  }
}

function judge(
  { status, objective, criteria, workType, mandates: kept, question }: InterpretReply,
  mandates: readonly string[],
  isAnswered: boolean,
): string | null {
  if (status === 'cannot_tell') {
    if (isAnswered) return 'A person has answered already: settle it from that answer, with status clear.'
    return question === null
      ? 'You cannot tell what is meant: then give in `question` the one that would settle it.'
      : null
  }
  if (objective === '') return 'Say in `objective` what is meant.'
  if (criteria.length === 0) return 'Nothing says when it is done: give `criteria` that anybody can check.'
  if (workType === null) return 'Say in `workType` of which type the work is: fix, feature or chore.'
  const lost = mandates.filter((mandate) => !kept.includes(mandate))
  return lost.length === 0
    ? null
    : `These demands must stand in \`mandates\` word for word:\n${lost.map((mandate) => `- ${mandate}`).join('\n')}`
}

function prompt({ objective, unclear, mandates, languages, files, answer }: InterpretRequest): string {
  return [
    'Somebody asks for work in this git repository, and the request is not clear. Find out what is meant. You read; you change nothing.',
    `## The request, as it was given\n${objective}`,
    ...list('Why it is not clear', unclear),
    ...list('Demands that must be kept word for word', mandates),
    ...(answer === null ? [] : [`## What a person answered\n${answer.question}\n${answer.answer}`]),
    ...(languages.length === 0 ? [] : [`## Languages\n${languages.join(', ')}`]),
    `## Files of the repository\n${files.join('\n')}`,
    'Look in the code for what the request is about. Say it again so that it can be taken in one way only, without adding to it; name the criteria by which anybody can see that it is done. Where the repository settles what is meant, take that. Only if it can mean different things and nothing here says which, reply `cannot_tell` with one `question` and two to four answers to choose from.',
  ].join('\n\n')
}
