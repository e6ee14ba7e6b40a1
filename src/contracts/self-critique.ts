/** How sure a reply has to be of itself, and how often its author may look at it again. */
export type SelfCritique = { readonly sureFrom: number; readonly loops: number }

/** How sure a reply says it is; `null` where it says nothing about that. */
export function surenessOf(reply: unknown): number | null {
  if (typeof reply !== 'object' || reply === null || !('confidence' in reply)) return null
  return typeof reply.confidence === 'number' ? reply.confidence : null
}

/** A reply that does not say how sure it is counts as sure. */
export function isUnsure(reply: unknown, { sureFrom }: Pick<SelfCritique, 'sureFrom'>): boolean {
  return (surenessOf(reply) ?? 1) < sureFrom
}

/** What its author is asked then. */
export function lookAgain(reply: unknown): string {
  return `You are sure of this by ${surenessOf(reply) ?? 0} only. Look at your own work again: what did you take for granted, what did you not check, what is missing? Put it right and send the whole reply again. What you cannot make surer, say in it as a limit.`
}
