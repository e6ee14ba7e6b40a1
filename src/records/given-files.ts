import { z } from 'zod'

/** The processes that keep files of their own. */
export const PROCESSES = ['gem-team', 'jira-loop', 'controlflow', 'team-coordinate'] as const

export type ProcessName = (typeof PROCESSES)[number]

/** What a person gave a run to go on with, as it was when they gave it. */
export const givenFiles = z.object({
  process: z.enum(PROCESSES),
  /** As the person named it. */
  path: z.string(),
  /** Paths are relative to the folder that was named; a file that was named stands under its own name. */
  files: z.array(z.object({ path: z.string(), text: z.string() })),
})

export type GivenFiles = z.infer<typeof givenFiles>
