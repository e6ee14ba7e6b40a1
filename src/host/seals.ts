import { createSeal } from '../adapters/seal/hmac-seal.ts'
import type { Seal } from '../kernel/ports/seal.ts'
import type { Locations } from './locations.ts'
import { findOwnKey, ownKey } from './own-key.ts'

/** What things are sealed with, each under a key of its own: a seal of one is none of another. */
export interface Seals {
  readonly journal: (run: string) => Seal
  readonly letters: (run: string) => Seal
  readonly store: Seal
  readonly rows: Seal
  /** Tells two keys apart and says nothing of either; it may be seen by anybody. */
  readonly name: string
}

/** The user's seals; their key is made at first need. */
export async function openSeals({ key }: Pick<Locations, 'key'>): Promise<Seals> {
  return sealsOf(await ownKey(key))
}

/** As `openSeals`, for whoever only looks: `null` where there is no key, so that nothing can have been sealed. */
export async function findSeals({ key }: Pick<Locations, 'key'>): Promise<Seals | null> {
  const secret = await findOwnKey(key)
  return secret === null ? null : sealsOf(secret)
}

export function sealsOf(secret: Uint8Array): Seals {
  return {
    journal: (run) => createSeal(secret, `journal ${run}`),
    letters: (run) => createSeal(secret, `letters ${run}`),
    store: createSeal(secret, 'store'),
    rows: createSeal(secret, 'rows'),
    name: createSeal(secret, 'name')(''),
  }
}
