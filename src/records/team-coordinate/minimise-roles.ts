import type { Capability } from './capability.ts'
import { nearestTo } from './capability.ts'

/** The last one is merged first. */
const PRIORITY: readonly Capability[] = [
  'developer',
  'researcher',
  'writer',
  'designer',
  'analyst',
  'planner',
  'tester',
  'general',
]

/** Which role takes the work of each capability, when there may be at most so many. Contract: never more. */
export function minimiseRoles(
  wanted: readonly Capability[],
  most: number,
): ReadonlyMap<Capability, Capability> {
  const role = new Map(wanted.map((name) => [name, name]))
  const left = PRIORITY.filter((name) => role.has(name))
  while (left.length > Math.max(1, most)) {
    const goes = left.pop()
    const [into] = goes === undefined ? [] : nearestTo(goes, left)
    if (goes === undefined || into === undefined) break
    for (const [name, of] of role) if (of === goes) role.set(name, into)
  }
  return role
}
