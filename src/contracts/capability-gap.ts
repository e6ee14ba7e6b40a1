import { z } from 'zod'

/** What the task needs and this role cannot do. */
export const capabilityGap = z.object({
  missing: z.string().trim().min(1),
  suggested: z.string().nullable().default(null).describe('The role that could do it, if you know one.'),
})

export type CapabilityGap = z.infer<typeof capabilityGap>
