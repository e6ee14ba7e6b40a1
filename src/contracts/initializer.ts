import { z } from 'zod'
import type { Contract } from './contract.ts'

export interface RefreshRequest {
  /** What was just built. */
  readonly objective: string
  /** The documents to bring up to date, by path; nothing else may be written. */
  readonly docs: readonly string[]
  /** Files that were changed by the work. */
  readonly changed: readonly string[]
}

const words = z.string().trim().min(1)

export const refreshReply = z.object({
  status: z.enum(['completed', 'failed']),
  docs: z
    .array(
      z.object({
        path: words,
        change: z
          .enum(['written', 'confirmed'])
          .describe('confirmed: you checked it, and every word of it holds.'),
        evidence: z
          .array(words)
          .max(50)
          .describe('Files of the code by which you have checked what the document says.'),
      }),
    )
    .max(10)
    .default([]),
  summary: z.string().default(''),
})

export type RefreshReply = z.infer<typeof refreshReply>

/** What each document is for, by its name. */
const purposes: Readonly<Record<string, string>> = {
  'ARCHITECTURE.md':
    'the parts of the code, what each is responsible for, who may depend on whom, where a run of the program begins, and where its data goes',
  'CODE_STYLE.md':
    'the conventions that the code itself shows: names, files, errors, tests, comments; with a place where each can be seen',
  'FINDINGS.md':
    'what surprises somebody who works here for the first time: traps, known weaknesses, things that look wrong and are not',
}

/** Keeps the documents about a repository true. Contract: every document it was given is accounted for, with evidence. */
export function initializerContract({
  docs,
}: Pick<RefreshRequest, 'docs'>): Contract<RefreshRequest, RefreshReply> {
  return {
    role: 'initializer',
    version: 1,
    access: 'write',
    may: { exec: false, network: false },
    reply: refreshReply,
    judge: ({ status, docs: told, summary }) => {
      if (status === 'failed') return summary.trim() === '' ? 'Say in `summary` why it failed.' : null
      const foreign = told.filter(({ path }) => !docs.includes(path))
      if (foreign.length > 0) return `You were not given ${foreign.map(({ path }) => path).join(', ')}.`
      const missing = docs.filter((path) => !told.some((doc) => doc.path === path))
      if (missing.length > 0) return `You have not said in \`docs\` what became of ${missing.join(', ')}.`
      const bare = told.filter(({ evidence }) => evidence.length === 0)
      return bare.length > 0
        ? `Name in \`evidence\` the files of the code by which you have checked ${bare.map(({ path }) => path).join(', ')}.`
        : null
    },
    prompt,
  }
}

function prompt({ objective, docs, changed }: RefreshRequest): string {
  const list = docs.map((path) => {
    const purpose = purposes[path.slice(path.lastIndexOf('/') + 1)]
    return `- ${path}${purpose === undefined ? '' : `: ${purpose}`}`
  })
  return [
    'You keep the documents about a repository true. Others rely on them without looking at the code, so a wrong sentence costs more than a missing one.',
    `## What was just built\n${objective}`,
    `## Files that it changed\n${changed.join('\n') || '(none)'}`,
    `## Documents to bring up to date\n${list.join('\n')}`,
    'Read the code, then write these documents and no other file. Say what is there, not what is planned. Keep what is still true, in the words it has; take out what is no longer true; write one that is missing. No placeholders: leave out what you do not know. Keep each short enough to be read in five minutes. A document that is true as it stands is left alone and `confirmed`. If you cannot do it, reply `failed` and say why in `summary`.',
  ].join('\n\n')
}
