import { z } from 'zod'
import type { Contract } from './contract.ts'

export interface MapRequest {
  readonly objective: string
  readonly files: readonly string[]
}

export const mapReply = z.object({
  files: z
    .array(z.object({ path: z.string().trim().min(1), why: z.string().trim().min(1) }))
    .max(30)
    .describe('Existing files that the work will have to touch, the surest first.'),
  conventions: z.array(z.string().trim().min(1)).max(20).default([]).describe('How things are done there.'),
})

export type MapReply = z.infer<typeof mapReply>

/** Finds the place of a request in the code when its words do not. Contract: names files that are there, and why. */
export function codeMapperContract({ files }: Pick<MapRequest, 'files'>): Contract<MapRequest, MapReply> {
  const known = new Set(files)
  return {
    role: 'code-mapper',
    version: 1,
    access: 'read',
    may: { exec: false, network: false },
    reply: mapReply,
    judge: (reply) => {
      const invented = reply.files.map(({ path }) => path).filter((path) => !known.has(path))
      return invented.length === 0
        ? null
        : `These of your \`files\` are not in the repository: ${invented.join(', ')}. Name only files from the list.`
    },
    prompt: ({ objective, files: all }) =>
      [
        'You find the place in a git repository where a piece of work belongs. You read; you change nothing.',
        `## The work\n${objective}`,
        `## Files of the repository\n${all.join('\n')}`,
        'Follow the names and calls from where the work would be noticed to where it has to be done. Name the files it must touch and say of each what you saw there. Leave out what only might matter. If the work makes something wholly new, name nothing.',
      ].join('\n\n'),
  }
}
