import { z } from 'zod'
import { RunFailure } from '../kernel/failure.ts'
import type { Seal } from '../kernel/ports/seal.ts'
import { taskOrderSchema } from '../stages/execute/task-order.ts'
import { teamOrderSchema } from '../playbooks/team-coordinate/team-order.ts'

/** No person writes more than this to a run. */
export const MOST_LETTER_BYTES = 1_048_576

const name = z.string().min(1).max(300)
const id = z.string().regex(/^[0-9a-f]{12}$/)
/** A flag speaks to the run that it was given to, and never by letter. */
const author = { by: name, door: z.enum(['terminal', 'script']) }
const words = z.string().min(1).max(MOST_LETTER_BYTES)

const answer = z.union([
  z.strictObject({ option: name, text: z.null(), ...author }),
  z.strictObject({ option: z.null(), text: words, ...author }),
])

const letter = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('answer'), question: z.string().min(1).max(1000), answer }),
  z.strictObject({ type: z.literal('cancel'), ...author }),
  /** `to`: since when its reader plays the run; whoever plays it later was not asked. */
  z.strictObject({ type: z.literal('pause'), to: name, ...author }),
  z.strictObject({
    type: z.literal('order'),
    order: z.strictObject({ id, order: z.union([taskOrderSchema, teamOrderSchema]), ...author }),
  }),
  z.strictObject({
    type: z.literal('raise'),
    raise: z.strictObject({
      id,
      dimension: z.enum(['turns', 'tokens', 'usd', 'wallMs']),
      amount: z.number().positive().max(1e12),
      ...author,
    }),
  }),
])

/** What somebody outside tells the process that plays a run. */
export type Letter = z.infer<typeof letter>

const authorSchema = z.strictObject(author)

/** Who speaks to a run from outside, and through which door. */
export type Author = Readonly<z.infer<typeof authorSchema>>

/** Throws `bad-input` where somebody does not say who he is. */
export function checkAuthor(who: Author): void {
  const { success } = authorSchema.safeParse(who)
  if (success) return
  const message = 'Say who speaks: { by: a name, door: "terminal" or "script" }.'
  throw new RunFailure({ code: 'bad-input', message })
}

export type AuthoredAnswer = z.infer<typeof answer>

const envelope = z.strictObject({ letter: z.string().max(MOST_LETTER_BYTES), seal: z.string().max(100) })

const sealed = z.strictObject({ nonce: id, letter: z.unknown() })

/** A letter that was opened; no two that were sent have the same nonce. */
export interface OpenedLetter {
  readonly nonce: string
  readonly letter: Letter
}

/** Throws `bad-input` for what no run would take; whoever writes a word down himself is held to the same. */
export function checkLetter(said: Letter): void {
  const { error } = letter.safeParse(said)
  if (error === undefined) return
  const problems = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  const message = `No run takes this (${problems}); say something else.`
  throw new RunFailure({ code: 'bad-input', message }, { cause: error })
}

/** A letter as it is sent; whoever has no such seal can neither write nor change one. */
export function sealLetter({ nonce, letter: said }: OpenedLetter, seal: Seal): string {
  const text = JSON.stringify({ nonce, letter: said })
  return JSON.stringify({ letter: text, seal: seal(text) })
}

/** Opens what was found in an inbox; a text says why it is no letter to this run. */
export function openLetter(text: string, seal: Seal): OpenedLetter | string {
  const outer = envelope.safeParse(parsed(text))
  if (!outer.success) return 'it is no letter'
  if (seal(outer.data.letter) !== outer.data.seal) return 'it was not written by this user for this run'
  const inner = sealed.safeParse(parsed(outer.data.letter))
  const said = letter.safeParse(inner.data?.letter)
  if (inner.data === undefined || !said.success) return 'it says nothing that a run understands'
  return { nonce: inner.data.nonce, letter: said.data }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
