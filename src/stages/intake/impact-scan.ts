import { meaningfulWords, stem, wordsOf } from './meaningful-words.ts'

const MOST_FILES = 30
const MOST_AREAS = 8
/** A word that so many paths have tells nothing. */
const COMMON_SHARE = 0.2
const COMMON_COUNT = 10

export type Impact = {
  /** Likely to be touched, the likeliest first. */
  readonly files: readonly string[]
  readonly areas: readonly string[]
  /** Whether the request itself names a file or something in it. */
  readonly isNamed: boolean
}

/**
 * A light look at what a request may touch: files it names, files that have a name it uses in them (`mentions`), or
 * else files whose paths have its words. Bounded, and never proof of anything.
 */
export function scanImpact(
  objective: string,
  paths: readonly string[],
  mentions: readonly string[] = [],
): Impact {
  const named = namedFiles(objective, paths)
  const sure = [...new Set([...named, ...mentions])].slice(0, MOST_FILES)
  const files = sure.length > 0 ? sure : filesByWords(objective, paths)
  return { files, areas: areasOf(files), isNamed: sure.length > 0 }
}

/** Names in a request that could stand in code: in backticks, in camel or snake case, or called. */
export function symbolsIn(objective: string): readonly string[] {
  const found = [
    ...objective.matchAll(/`([\p{L}_$][\p{L}\p{N}_$]{2,})(?:\(\))?`/gu),
    ...objective.matchAll(/\b(\p{Ll}[\p{Ll}\p{N}]*\p{Lu}[\p{L}\p{N}]*)\b/gu),
    ...objective.matchAll(/\b(\p{Lu}[\p{Ll}\p{N}]+\p{Lu}[\p{L}\p{N}]*)\b/gu),
    ...objective.matchAll(/\b([\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+)\b/gu),
    ...objective.matchAll(/\b([\p{L}_][\p{L}\p{N}_]{2,})\(\)/gu),
  ]
  return [...new Set(found.map(([, name]) => name ?? ''))].slice(0, 20)
}

/** Files that a request names by their path, by its end, or by a name that only they have. */
export function namedFiles(objective: string, paths: readonly string[]): readonly string[] {
  const words = [...objective.matchAll(/[\p{L}\p{N}@._/-]+/gu)].map(([word]) => trimmed(word))
  const wanted = new Set(
    words.filter((word) => /[./]|^[A-Z]{3,}$/.test(word)).map((word) => word.toLowerCase()),
  )
  return paths.filter((path) => {
    const steps = path.toLowerCase().split('/')
    return steps.some((_, from) => wanted.has(steps.slice(from).join('/'))) || wanted.has(bareName(path))
  })
}

/** Without the signs of the sentence around it. */
function trimmed(word: string): string {
  let end = word.length
  while (end > 0 && /[@./-]/.test(word[end - 1] ?? '')) end -= 1
  return word.slice(0, end).replace(/^\.\//, '')
}

/** `README` names README.md. */
function bareName(path: string): string {
  const name = path.split('/').at(-1) ?? ''
  return /^[A-Z]{3,}\./.test(name) && !path.includes('/') ? name.replace(/\..*$/, '').toLowerCase() : '\0'
}

function filesByWords(objective: string, paths: readonly string[]): readonly string[] {
  const wanted = new Set(meaningfulWords(objective))
  const ofPath = paths.map(
    (path) =>
      new Set(
        wordsOf(path)
          .map(stem)
          .filter((word) => wanted.has(word)),
      ),
  )
  const counts = new Map<string, number>()
  for (const word of ofPath.flatMap((words) => [...words])) counts.set(word, (counts.get(word) ?? 0) + 1)
  const weigh = (word: string): number => {
    const count = counts.get(word) ?? 0
    const isCommon = count > COMMON_COUNT && count > paths.length * COMMON_SHARE
    return isCommon ? 0 : 1 / Math.sqrt(count)
  }
  const scored = paths
    .map((path, index) => ({
      path,
      score: [...(ofPath[index] ?? [])].reduce((sum, word) => sum + weigh(word), 0),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
  const best = scored[0]?.score ?? 0
  return scored
    .filter(({ score }) => score >= best * 0.4)
    .slice(0, MOST_FILES)
    .map(({ path }) => path)
}

/** The folders that the files lie in, two levels deep, the fullest first. */
export function areasOf(files: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const file of files) {
    const area = file.split('/').slice(0, -1).slice(0, 2).join('/') || '.'
    counts.set(area, (counts.get(area) ?? 0) + 1)
  }
  return [...counts]
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, MOST_AREAS)
    .map(([area]) => area)
}
