import type { z } from 'zod'
import type { Access } from '../kernel/ports/agents.ts'
import type { Role } from '../plan/role.ts'

/** What we ask of a role: the request, the words, what it may touch, and what counts as an answer. */
export interface Contract<In, Out> {
  readonly role: Role
  /** Raised when the prompt or the reply changes in a way that old replies no longer answer. */
  readonly version: number
  readonly access: Access
  prompt(input: In): string
  readonly reply: z.ZodType<Out>
  /** Says what is wrong with a reply that fits the schema, or `null`. */
  judge?(reply: Out): string | null
}
