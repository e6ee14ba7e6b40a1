import type { PathPattern } from './path-pattern.ts'
import { parsePaths, pathsMeet } from './path-pattern.ts'

/** The paths of one task, made ready for many comparisons. */
export interface WriteSet {
  /** `unreadable`: one of its paths may be any. */
  readonly kind: 'empty' | 'readable' | 'unreadable'
  readonly names: ReadonlySet<string>
  /** Those names that may be folders. */
  readonly folders: ReadonlySet<string>
  readonly plain: readonly PathPattern[]
  readonly globs: readonly PathPattern[]
}

/**
 * Whether two tasks may write the same file, by the paths and globs they name. Contract: never misses a file
 * that both name; letters that differ only in case count as the same, since some file systems think so. A
 * path that cannot be read meets everything. An empty list names nothing and meets nothing.
 */
export function overlap(a: readonly string[], b: readonly string[]): boolean {
  return meet(readWriteSet(a), readWriteSet(b))
}

/** As `overlap`, for lists that are compared again and again. */
export function meet(a: WriteSet, b: WriteSet): boolean {
  if (a.kind === 'empty' || b.kind === 'empty') return false
  if (a.kind === 'unreadable' || b.kind === 'unreadable') return true
  return (
    namesMeet(a, b) ||
    namesMeet(b, a) ||
    anyMeet(a.globs, b.globs) ||
    anyMeet(a.globs, b.plain) ||
    anyMeet(a.plain, b.globs)
  )
}

export function readWriteSet(paths: readonly string[]): WriteSet {
  const read = paths.map((path) => parsePaths(path.normalize('NFC').toLowerCase()))
  const parsed = read.flatMap((each) => each ?? [])
  const plain = parsed.flatMap(({ name, ...rest }) => (name === null ? [] : [{ name, ...rest }]))
  return {
    kind: paths.length === 0 ? 'empty' : read.includes(null) ? 'unreadable' : 'readable',
    names: new Set(plain.map(({ name }) => name)),
    folders: new Set(plain.filter(({ mayBeFolder }) => mayBeFolder).map(({ name }) => name)),
    plain: plain.map(({ pattern }) => pattern),
    globs: parsed.filter(({ name }) => name === null).map(({ pattern }) => pattern),
  }
}

/**
 * Whether a path from the repository's root is in the set: named itself, inside a folder that is named, or
 * fitting a glob. Contract: letters count exactly; a path in the set that cannot be read covers nothing.
 */
export function covers(set: readonly string[], path: string): boolean {
  const wanted = [path.split('/')]
  return set.some((each) => parsePaths(each)?.some(({ pattern }) => pathsMeet(pattern, wanted)) ?? false)
}

/** Whether a name of `b` is one of `a` or lies in a folder of it; in proportion to how many `b` has. */
function namesMeet(a: WriteSet, b: WriteSet): boolean {
  for (const name of b.names) {
    if (a.names.has(name)) return true
    for (let end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
      if (a.folders.has(name.slice(0, end))) return true
    }
  }
  return false
}

function anyMeet(a: readonly PathPattern[], b: readonly PathPattern[]): boolean {
  return a.some((one) => b.some((other) => pathsMeet(one, other)))
}
