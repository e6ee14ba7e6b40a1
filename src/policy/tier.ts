/** How deep a job goes, from one clear edit to a change across the repository. */
export const TIERS = ['trivial', 'small', 'medium', 'large'] as const

export type Tier = (typeof TIERS)[number]

export type ByTier<T> = Readonly<Record<Tier, T>>

/** The deeper of two. */
export function deeper(one: Tier, other: Tier): Tier {
  return TIERS.indexOf(one) < TIERS.indexOf(other) ? other : one
}
