import { z } from 'zod'
import { RunFailure } from '../kernel/failure.ts'

/** The most that a person writes to a run at once. */
export const MOST_SAID = 1_048_576

const task = z.string().min(1).max(200)

/**
 * What a person tells a run, whichever door it comes in by: one schema for the terminal, for letters, and for whatever
 * else speaks to a run.
 */
export const commandSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('answer'),
    /** Which question; not needed where only one is open. */
    question: z.string().min(1).max(1000).optional(),
    /** An option by its id, number or label, or the person's own words where the question takes them. */
    said: z.string().max(MOST_SAID),
    /** Refuse unless the question offers what was said as an option. */
    isOption: z.literal(true).optional(),
  }),
  z.strictObject({ type: z.enum(['skip', 'retry']), task }),
  /** As somebody types it: `revise T1 …`, `feedback …` or `improve …`. */
  z.strictObject({ type: z.literal('team'), said: z.string().max(MOST_SAID) }),
  z.strictObject({
    type: z.literal('raise'),
    dimension: z.enum(['turns', 'tokens', 'usd', 'wallMs']),
    amount: z.number().positive().max(1e12),
  }),
  z.strictObject({ type: z.enum(['pause', 'cancel']) }),
])

export type Command = Readonly<z.infer<typeof commandSchema>>

/** The command in what came from outside; throws `bad-input` where there is none. */
export function readCommand(value: unknown): Command {
  const { data, error } = commandSchema.safeParse(value)
  if (data !== undefined) return data
  const problems = error.issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`).join('; ')
  throw new RunFailure({ code: 'bad-input', message: `This is no command to a run (${problems}).` })
}
