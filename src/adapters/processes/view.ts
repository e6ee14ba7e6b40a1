import { dirname } from 'node:path'
import { isWithin } from './mount-table.ts'

/**
 * What lies in `lowers`, the first of them on top, as a copy of its own that is kept in `folder`; where there are none,
 * or where the system lays nothing over anything, a link to `plain`, an ordinary folder that is seen too.
 */
export interface CopySight {
  readonly kind: 'copy'
  readonly path: string
  readonly lowers: readonly string[]
  readonly folder: string
  readonly plain: string
}

/** What is at one place for a confined program. */
export type Sight =
  /** An empty folder, which stays so. */
  | { readonly kind: 'hidden'; readonly path: string }
  /** An empty folder in memory of its own. */
  | { readonly kind: 'scratch'; readonly path: string }
  | { readonly kind: 'read'; readonly path: string; readonly from: string }
  | { readonly kind: 'write'; readonly path: string; readonly from: string }
  | CopySight
  /** Nothing can be read there or connected to. */
  | { readonly kind: 'masked'; readonly path: string }

/** Puts sights in the order in which they have to be laid over each other: the deeper one wins, else the later one. */
export function arrangeView(sights: readonly Sight[]): readonly Sight[] {
  const last = new Map(sights.map((sight) => [sight.path, sight]))
  const ordered = [...last.values()].toSorted((a, b) => depth(a.path) - depth(b.path))
  return ordered.filter((sight) => !isSaidAlready(sight, last))
}

/** The nearest sight that a path lies in. */
export function sightOf(path: string, sights: ReadonlyMap<string, Sight>): Sight | null {
  for (let at = path; ; at = dirname(at)) {
    const found = sights.get(at)
    if (found !== undefined) return found
    if (at === dirname(at)) return null
  }
}

/** Everything is read-only to begin with. */
function isSaidAlready(sight: Sight, sights: ReadonlyMap<string, Sight>): boolean {
  if (sight.kind !== 'read' || sight.from !== sight.path) return false
  const around = sightOf(dirname(sight.path), sights)
  return around === null || (around.kind === 'read' && around.from === around.path)
}

function depth(path: string): number {
  return path === '/' ? 0 : path.split('/').length
}

/** Whether something of `paths` is the folder or lies in it. */
export function holdsAnyOf(folder: string, paths: readonly string[]): boolean {
  return paths.some((path) => isWithin(path, folder))
}
