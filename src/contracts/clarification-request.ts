import { z } from 'zod'

const words = z.string().trim().min(1)

/** What an agent needs to know before it can go on, as a choice that a person can make. */
export const clarificationRequest = z.object({
  options: z
    .array(
      z.object({
        id: z.string().regex(/^[a-z0-9-]{1,24}$/),
        description: words,
        pros: z.string().default(''),
        cons: z.string().default(''),
        affectedFiles: z.array(z.string()).default([]),
      }),
    )
    .min(2)
    .max(3),
  recommended: z.string().describe('The id of the option that you would take.'),
  impact: z.string().default('').describe('What depends on the choice.'),
})

export type ClarificationRequest = z.infer<typeof clarificationRequest>
