import { z } from 'zod'
import type { Contract } from './contract.ts'

export interface ResearchRequest {
  readonly objective: string
  readonly focus: string
  readonly files: readonly string[]
}

export const researchReply = z.object({
  summary: z.string().min(1),
  findings: z.array(z.object({ path: z.string(), note: z.string() })).max(50),
})

export type ResearchReply = z.infer<typeof researchReply>

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
