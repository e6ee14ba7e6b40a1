import type { z } from 'zod'
import type { Access, Leave } from '../kernel/ports/agents.ts'
import type { Source } from './source.ts'

/** What we ask of a role: the request, the words, what it may touch, and what counts as an answer. */
export interface Contract<In, Out> {
  /** One of ours, or a team's own. */
  readonly role: string
  /** Raised when the prompt or the reply changes in a way that old replies no longer answer. */
  readonly version: number
  readonly access: Access
  readonly may: Leave
  /** How long one of its turns may take; without it, as long as the agent may. */
  readonly turnMs?: number
  /** Whether its agent speaks over the bus of a team, to the coordinator alone. */
  readonly hasBus?: boolean
  prompt(input: In): string
  /** What the role is given beside its request, most important first. */
  sources?(input: In): readonly Source[]
  readonly reply: z.ZodType<Out>
  /** Says what is wrong with a reply that fits the schema, or `null`. */
  judge?(reply: Out): string | null
}
