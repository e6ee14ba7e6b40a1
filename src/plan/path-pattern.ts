import { expandBraces } from './expand-braces.ts'
import type { Pieces } from './pieces-meet.ts'
import { piecesMeet } from './pieces-meet.ts'

/** One step of a path: a name, or letters where `?` is any letter and a gap is a `*`. */
type StepPattern = string | Pieces<string>

/** A path or glob: its steps, where a gap is a `**`. */
export type PathPattern = Pieces<StepPattern>

export interface ParsedPath {
  readonly pattern: PathPattern
  /** The path without detours, where it is no glob. */
  readonly name: string | null
  /** It then stands for all that is in it too. */
  readonly mayBeFolder: boolean
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

/** All that a written path stands for; `null` when it cannot be read. */
export function parsePaths(path: string): readonly ParsedPath[] | null {
  return pathProblem(path) === null ? (expandBraces(path) ?? []).map(parsePath) : null
}

/** A plain name at the end may be a folder; one like `a.ts` is a file. */
function parsePath(path: string): ParsedPath {
  const steps = path.split('/').filter((step) => step !== '' && step !== '.')
  const mayBeFolder = path.endsWith('/') || !/[*?]|[^.]\.[A-Za-z][^.]*$/.test(steps.at(-1) ?? '')
  const pattern: StepPattern[][] = [[]]
  for (const step of steps) {
    if (step.includes('**')) pattern.push([])
    if (!/^\*\*+$/.test(step)) pattern.at(-1)?.push(/[*?]/.test(step) ? step.split(/\*+/) : step)
  }
  if (mayBeFolder) pattern.push([])
  return { pattern, name: steps.length === 0 || /[*?]/.test(path) ? null : steps.join('/'), mayBeFolder }
}

/** Whether some path fits both. */
export function pathsMeet(a: PathPattern, b: PathPattern): boolean {
  return piecesMeet(a, b, stepsMeet)
}

function stepsMeet(a: StepPattern, b: StepPattern): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a === b
  return piecesMeet(typeof a === 'string' ? [a] : a, typeof b === 'string' ? [b] : b, lettersAgree)
}

function lettersAgree(a: string, b: string): boolean {
  return a === b || a === '?' || b === '?'
}
