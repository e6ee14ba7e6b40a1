import type { Capability } from './capability.ts'
import { capabilities } from './capability.ts'
import type { Complexity } from './task-analysis.ts'

const CROSSING = 3
const LOW = 3
const MEDIUM = 6

/** How many roles a team may have, by how much there is to it; never more than five. */
export const MOST_ROLES: Readonly<Record<Complexity['level'], number>> = { low: 2, medium: 3, high: 5 }

/**
 * One for each capability, two when they span three tiers, one for each track beside the first, one for each level
 * below the first. Contract: decides only how many roles there are, never whether a team is made.
 */
export function complexityOf(
  names: readonly Capability[],
  waves: readonly (readonly string[])[],
): Complexity {
  const crosses = new Set(names.map((name) => capabilities[name].tier)).size >= CROSSING
  const tracks = Math.max(1, ...waves.map((wave) => wave.length)) - 1
  const depth = waves.length
  const score = names.length + (crosses ? 2 : 0) + tracks + Math.max(0, depth - 1)
  return {
    capability_count: names.length,
    cross_domain_factor: crosses,
    parallel_tracks: tracks,
    serial_depth: depth,
    total_score: score,
    level: score <= LOW ? 'low' : score <= MEDIUM ? 'medium' : 'high',
  }
}
