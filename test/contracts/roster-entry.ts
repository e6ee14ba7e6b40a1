import type { Contract } from '../../src/contracts/contract.ts'
import type { Json } from '../../src/kernel/json.ts'

export type Reply = { readonly [key: string]: Json }

/** A reply that its schema takes and its contract does not, and words of the complaint that say why. */
export type Refusal = readonly [why: string, reply: Reply, words: string]

/** One contract with all that is needed to try it. */
export interface RosterEntry {
  /** Its role, and what it is asked for where one role is asked for more than one thing. */
  readonly name: string
  /** What exports it. */
  readonly from: string
  readonly contract: Contract<unknown, unknown>
  /** The request that says as little as it may, and the one that says all it can. */
  readonly plain: unknown
  readonly full: unknown
  /** Replies that fit, the usual one first; together they have every field that a reply can have. */
  readonly fits: readonly [Reply, ...Reply[]]
  readonly refused: readonly Refusal[]
}

/** Holds the requests to their contract, and then forgets of which kind they are. */
export function entry<In, Out>(
  parts: Omit<RosterEntry, 'contract' | 'plain' | 'full'> & {
    readonly contract: Contract<In, Out>
    readonly plain: In
    readonly full: In
  },
): RosterEntry {
  return parts as RosterEntry
}
