/**
 * A short text that only Tutti, for this user on this machine, can make of another one: what carries it was written
 * here. Contract: the same text has the same seal, and one seal says nothing of any other.
 */
export type Seal = (text: string) => string
