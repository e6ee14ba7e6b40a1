import type { z } from 'zod'
import type { ByTier } from '../policy/tier.ts'
import { TIERS } from '../policy/tier.ts'
import { group, wordsOf } from './value-schemas.ts'

/** A list of tiers. */
export function tiers(what: string, by: readonly string[]) {
  return wordsOf(TIERS)
    .describe(`${what} ${defaultOf(by)}`)
    .exactOptional()
}

/** One value for each tier. */
export function byTier<Value extends z.ZodType>(what: string, make: () => Value, by: ByTier<unknown>) {
  const of = (tier: keyof typeof by) =>
    make()
      .describe(`Of ${tier} jobs. ${defaultOf(by[tier])}`)
      .exactOptional()
  return group({ trivial: of('trivial'), small: of('small'), medium: of('medium'), large: of('large') })
    .describe(what)
    .exactOptional()
}

/** The end of a description. */
export function defaultOf(value: unknown): string {
  const shown = Array.isArray(value) ? (value.length === 0 ? 'none' : value.join(', ')) : String(value)
  return `Default: ${shown}.`
}
