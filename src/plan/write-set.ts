import { expandBraces } from './expand-braces.ts'
import type { SegmentPattern } from './segment-pattern.ts'
import { parseSegment, segmentsMeet } from './segment-pattern.ts'

const ANY_DEPTH = '**'

/** A path step by step; `**` stands for any number of steps, none included. */
type PathPattern = readonly (SegmentPattern | typeof ANY_DEPTH)[]

/** The paths of one task, made ready for many comparisons. `null`: one of them cannot be read, so it may be any. */
export type WriteSet = readonly PathPattern[] | null

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
  if (a === null || b === null) return a?.length !== 0 && b?.length !== 0
  return a.some((one) => b.some((other) => pathsMeet(one, other)))
}

export function readWriteSet(paths: readonly string[]): WriteSet {
  const patterns = paths.map((path) => parsePaths(path.normalize('NFC').toLowerCase()))
  return patterns.some((parsed) => parsed === null) ? null : patterns.flatMap((parsed) => parsed ?? [])
}

/**
 * Whether a path from the repository's root is in the set: named itself, inside a folder that is named, or
 * fitting a glob. Contract: letters count exactly; a path in the set that cannot be read covers nothing.
 */
export function covers(set: readonly string[], path: string): boolean {
  const wanted = path.split('/').map((segment) => [segment])
  return set.some((each) => parsePaths(each)?.some((pattern) => pathsMeet(pattern, wanted)) ?? false)
}

/** Why a path cannot stand in a write-set, as the end of a sentence; `null` when it can. */
export function pathProblem(path: string): string | null {
  if (path.trim() === '') return 'is empty'
  if (/\p{Cc}/u.test(path)) return 'has control characters in it'
  if (path.includes('\\')) return 'has a backslash in it; write /'
  if (/^(?:\/|~|[A-Za-z]:)/.test(path)) return 'is not inside the repository; write it from the root'
  if (path.split('/').includes('..'))
    return 'leads out of the repository or around in it; write it without ..'
  if (/^!|[!@+?*]\(/.test(path)) return 'is a kind of glob that is not known here; use *, **, ? and {a,b}'
  if (/^(?:\.\/)*\.git(?:\/|$)/i.test(path)) return "is git's own; no task may write there"
  if (expandBraces(path) === null) return 'stands for more than a hundred paths; use *'
  return null
}

function parsePaths(path: string): readonly PathPattern[] | null {
  return pathProblem(path) === null ? (expandBraces(path) ?? []).map(parsePath) : null
}

/** A plain name at the end may be a folder, and then stands for all that is in it; one like `a.ts` is a file. */
function parsePath(path: string): PathPattern {
  const steps = path.split('/').filter((step) => step !== '' && step !== '.')
  const pattern = steps.flatMap((step) => {
    if (!step.includes(ANY_DEPTH)) return [parseSegment(step)]
    return /^\*+$/.test(step) ? ([ANY_DEPTH] as const) : ([ANY_DEPTH, parseSegment(step)] as const)
  })
  const mayBeFolder = path.endsWith('/') || !/[*?]|[^.]\.[A-Za-z][^.]*$/.test(steps.at(-1) ?? '')
  return mayBeFolder ? [...pattern, ANY_DEPTH] : pattern
}

/** Whether some path fits both: `row[j]` says that what was read of `a` and the first `j` steps of `b` can be one path. */
function pathsMeet(a: PathPattern, b: PathPattern): boolean {
  let row = [true]
  for (const [index, step] of b.entries()) row.push(step === ANY_DEPTH && row[index] === true)
  for (const step of a) {
    const next = [step === ANY_DEPTH && row[0] === true]
    for (const [index, other] of b.entries()) {
      if (step === ANY_DEPTH) next.push(row[index + 1] === true || next[index] === true)
      else if (other === ANY_DEPTH) next.push(next[index] === true || row[index + 1] === true)
      else next.push(row[index] === true && segmentsMeet(step, other))
    }
    if (!next.includes(true)) return false
    row = next
  }
  return row[b.length] === true
}
