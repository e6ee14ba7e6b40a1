import { z } from 'zod'
import type { Contract } from './contract.ts'

export interface ResearchRequest {
  readonly objective: string
  readonly focus: string
  readonly files: readonly string[]
}

const words = z.string().trim().min(1)
const findings = z.array(z.object({ path: z.string(), note: z.string() })).max(50)

export const researchReply = z.object({ summary: z.string().min(1), findings })

/** What one angle showed; where nobody asked how sure it is, that is not there. */
export type ResearchReply = z.infer<typeof researchReply> & Partial<Omit<AreaReply, 'summary' | 'findings'>>

/** Looks at the repository from one angle, so that the planner need not guess. */
export const researcher: Contract<ResearchRequest, ResearchReply> = {
  role: 'researcher',
  version: 1,
  access: 'read',
  may: { exec: false, network: true },
  reply: researchReply,
  prompt: ({ objective, focus, files }) =>
    [
      'You research a git repository. You read; you change nothing.',
      `## Objective of the whole job\n${objective}`,
      `## Your focus\n${focus}`,
      `## Files of the repository\n${files.join('\n')}`,
      'Report what somebody must know who will plan this job: where things are, which conventions hold, what could break. Name files. Say only what you have seen.',
    ].join('\n\n'),
}

export interface AreaRequest {
  readonly objective: string
  /** Says what is asked without the objective, so that the answer serves later jobs too. */
  readonly question: string
  readonly clarifications: readonly { readonly question: string; readonly answer: string }[]
  readonly files: readonly string[]
}

export const areaReply = z.object({
  summary: words.describe('What somebody must know, in a few sentences.'),
  findings: findings.describe('What was seen, file by file.'),
  sources: z
    .array(words)
    .max(50)
    .describe('Every file the answer rests on, by its path: while none of them changes, the answer holds.'),
  confidence: z.number().min(0).max(1).describe('How sure you are, from 0 to 1.'),
  openQuestions: z.array(words).max(20).default([]).describe('What the repository does not answer.'),
})

export type AreaReply = z.infer<typeof areaReply>

/** Answers one question about the repository. Contract: the answer names its sources, and they are really there. */
export function areaResearcher(known: ReadonlySet<string> | null): Contract<AreaRequest, AreaReply> {
  const { role, access, may } = researcher
  return {
    role,
    version: 2,
    access,
    may,
    reply: areaReply,
    judge: ({ findings: found, sources }) => {
      if (found.length > 0 && sources.length === 0)
        return 'The findings rest on no source; name the files you read in `sources`.'
      const strange = known === null ? [] : sources.filter((path) => !known.has(path))
      return strange.length === 0
        ? null
        : `These of your \`sources\` are no files of the repository: ${strange.join(', ')}. Name files by their paths from its root.`
    },
    prompt: ({ objective, question, clarifications, files }) =>
      [
        'You research a git repository. You read; you change nothing.',
        `## Your question\n${question}`,
        `## The job it is asked for\n${objective}`,
        ...(clarifications.length === 0
          ? []
          : [
              `## What a person has said about it\n${clarifications.map((each) => `- ${each.question} — ${each.answer}`).join('\n')}`,
            ]),
        `## Files of the repository\n${files.join('\n')}`,
        'Answer the question as a whole, not only for this job: the answer is kept for later jobs as long as its sources stay as they are. Say only what you have seen, name the files, say what could break, and say what the repository does not answer instead of guessing.',
      ].join('\n\n'),
  }
}

/** An answer as a planner reads it: what was found, how sure it is, and what is still open. */
export function researchWords({
  summary,
  findings: found,
  confidence,
  openQuestions = [],
}: ResearchReply): string {
  if (confidence === undefined) return summary
  return [
    `${summary} (sure: ${confidence})`,
    ...found.map(({ path, note }) => `- ${path}: ${note}`),
    ...openQuestions.map((question) => `- not answered: ${question}`),
  ].join('\n')
}
