import { z } from 'zod'
import type { Criterion, Task, TaskContract } from '../plan/plan.ts'
import type { Contract } from './contract.ts'
import type { Diagnosis } from './debugger.ts'

export interface ImplementRequest {
  readonly objective: string
  readonly task: Task
  /** What it must keep to because other tasks build on it, or it on them. */
  readonly contracts: readonly TaskContract[]
  readonly verification: readonly string[]
  /** What was found about the attempt before this one. */
  readonly diagnosis: Diagnosis | null
  /** Work of an earlier attempt that could not be merged: its commit and the paths in conflict. */
  readonly conflict: { readonly commit: string; readonly paths: readonly string[] } | null
}

export const implementReply = z.object({
  status: z.enum(['completed', 'needs_revision', 'failed', 'needs_input']),
  summary: z.string().min(1),
})

export type ImplementReply = z.infer<typeof implementReply>

/** Does one task. Its claim decides nothing: the commit is proven by commands that Tutti runs. */
export const implementer: Contract<ImplementRequest, ImplementReply> = {
  role: 'implementer',
  version: 1,
  access: 'write',
  reply: implementReply,
  prompt: ({ objective, task, contracts, verification, diagnosis, conflict }) =>
    [
      'You do one task of a larger job, in a checkout of your own. Change only what the task needs. Do not push, stash, or touch branches: your files are recorded for you.',
      `## Objective of the whole job\n${objective}`,
      `## Your task ${task.id}: ${task.title}\n${task.description}`,
      ...list('Paths you may write', task.writeSet),
      ...list(
        'Read first',
        task.context.map(({ path, description }) => withMore(path, description)),
      ),
      ...list(
        'What other tasks count on: keep to it exactly',
        contracts.map((contract) => contractWords(contract, task.id)),
      ),
      ...list('Accepted when', task.acceptance.map(criterionWords)),
      ...list('Check your work with', task.verification),
      ...list('Proven by', verification),
      ...(diagnosis === null
        ? []
        : [`## The attempt before this one failed\nCause: ${diagnosis.rootCause}\nDo now: ${diagnosis.fix}`]),
      ...(conflict === null
        ? []
        : [
            `## Your earlier work conflicted\nIt is commit ${conflict.commit} (look with git show). Others have changed ${conflict.paths.join(', ')} meanwhile; this checkout has their work. Make your change again on top of it, and keep theirs.`,
          ]),
    ].join('\n\n'),
}

function list(heading: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`## ${heading}\n${items.map((item) => `- ${item}`).join('\n')}`]
}

function criterionWords({ criterion, verification }: Criterion): string {
  return verification === null ? criterion : `${criterion} (seen by: ${verification})`
}

function contractWords({ from, to, interface: what, format }: TaskContract, own: string): string {
  return from === own
    ? withMore(`you make, for ${to}: ${what}`, format)
    : withMore(`${from} makes, for you: ${what}`, format)
}

function withMore(text: string, more: string): string {
  return more === '' ? text : `${text}: ${more}`
}
