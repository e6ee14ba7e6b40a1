import { z } from 'zod'
import type { Task } from '../plan/plan.ts'
import type { Contract } from './contract.ts'
import type { Diagnosis } from './debugger.ts'

export interface ImplementRequest {
  readonly objective: string
  readonly task: Task
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
  prompt: ({ objective, task, verification, diagnosis, conflict }) =>
    [
      'You do one task of a larger job, in a checkout of your own. Change only what the task needs. Do not push, stash, or touch branches: your files are recorded for you.',
      `## Objective of the whole job\n${objective}`,
      `## Your task ${task.id}: ${task.title}\n${task.description}`,
      ...(task.writeSet.length === 0 ? [] : [`## Paths you may write\n${task.writeSet.join('\n')}`]),
      ...(task.acceptance.length === 0
        ? []
        : [`## Accepted when\n${task.acceptance.map((a) => `- ${a}`).join('\n')}`]),
      `## Proven by\n${verification.map((command) => `- ${command}`).join('\n')}`,
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
