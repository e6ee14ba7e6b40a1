import type { ChangeGroup } from './change-groups.ts'
import { groupChanges } from './change-groups.ts'
import { linesOf } from './diff-lines.ts'
import { countOf, wordsOf } from './similarity.ts'

/** A file on both sides of a merge, before it and after; `null` where there is none. */
export type MergedFile = {
  readonly base: string | null
  readonly ours: string | null
  readonly theirs: string | null
  readonly result: string | null
}

export type Side = 'ours' | 'theirs'

/** A change of one side that a merge has lost, by one of its lines. */
export type LostHunk = {
  readonly side: Side
  /** `missing`: the side added it, and it is not there. `returned`: the side removed it, and it is back. */
  readonly what: 'missing' | 'returned'
  readonly line: string
}

/**
 * What a merge has lost of either side. Contract: where the sides changed different places, every line that one
 * added is there and none that it removed is back. Where both changed the same place, it is enough that each word
 * a side brought in is there more often than before; what only one of them removed there may stay. A line that
 * both added may be there once.
 */
export function lostHunks(file: MergedFile): readonly LostHunk[] {
  const { base, ours, theirs, result } = keepEdited(file)
  const whole = lostFile({ base, ours, theirs, result })
  if (whole !== null) return [whole]
  const merge = describeMerge(linesOf(base), linesOf(ours), linesOf(theirs), linesOf(result))
  return (['ours', 'theirs'] as const).flatMap((side) => [
    ...missing(merge, side).map((line): LostHunk => ({ side, what: 'missing', line })),
    ...blended(merge, side).map((line): LostHunk => ({ side, what: 'missing', line })),
    ...returned(merge, side).map((line): LostHunk => ({ side, what: 'returned', line })),
  ])
}

/** Where one side deleted the file and the other changed it, only the change can be kept without loss. */
function keepEdited(file: MergedFile): MergedFile {
  const { base, ours, theirs } = file
  if (base === null) return file
  if (ours === null && theirs !== null && theirs !== base) return { ...file, ours: base }
  if (theirs === null && ours !== null && ours !== base) return { ...file, theirs: base }
  return file
}

function lostFile({ base, ours, theirs, result }: MergedFile): LostHunk | null {
  if (base === null && result === null && (ours ?? theirs) !== null) {
    const side = ours === null ? 'theirs' : 'ours'
    return { side, what: 'missing', line: linesOf(ours ?? theirs)[0] ?? '' }
  }
  if (base !== null && result !== null && (ours === null || theirs === null)) {
    return { side: ours === null ? 'ours' : 'theirs', what: 'returned', line: linesOf(base)[0] ?? '' }
  }
  if (base !== null && result === null && ours !== null && theirs !== null) {
    return { side: ours === base ? 'theirs' : 'ours', what: 'missing', line: linesOf(base)[0] ?? '' }
  }
  return null
}

type Counts = ReadonlyMap<string, number>

type Merge = {
  /** Places that one side changed, or both alike. */
  readonly settled: readonly ChangeGroup[]
  readonly contested: readonly ChangeGroup[]
  readonly base: Counts
  readonly result: Counts
  /** Lines that any right result has, however contested places were settled. */
  readonly sure: Counts
  /** Lines that contested places may have brought. */
  readonly possible: Counts
}

function describeMerge(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
  result: readonly string[],
): Merge {
  const groups = groupChanges(base, ours, theirs)
  const contested = groups.filter(({ kind }) => kind === 'contested')
  const settled = groups.filter(({ kind }) => kind !== 'contested')
  const untouched = groups.flatMap(({ end }, index) => base.slice(end, groups[index + 1]?.start))
  return {
    settled,
    contested,
    base: countOf(base),
    result: countOf(result),
    sure: countOf([
      ...base.slice(0, groups[0]?.start),
      ...untouched,
      ...settled.flatMap((group) => (group.kind === 'theirs' ? group.theirs : group.ours)),
    ]),
    possible: countOf(contested.flatMap((group) => [...group.ours, ...group.theirs])),
  }
}

function missing(merge: Merge, side: Side): readonly string[] {
  const [own, other] = [linesIn(merge, side, 'added'), linesIn(merge, otherSide(side), 'added')]
  const candidates = [...own.keys(), ...linesIn(merge, side, 'added', 'same').keys()]
  return [...new Set(candidates)].filter((line) => {
    const twice = Math.min(count(own, line), count(other, line))
    return (
      count(merge.result, line) < count(merge.sure, line) - twice && !wasMovedAndEdited(merge, side, line)
    )
  })
}

/** One side put the line elsewhere while the other changed it: then it is looked for by its words. */
function wasMovedAndEdited({ contested }: Merge, side: Side, line: string): boolean {
  return contested.some(({ removed }) => removed[side].includes(line))
}

function returned(merge: Merge, side: Side): readonly string[] {
  const [own, other] = [linesIn(merge, side, 'removed'), linesIn(merge, otherSide(side), 'removed')]
  const alone = merge.contested.length === 0
  const candidates = [...own.keys(), ...linesIn(merge, side, 'removed', 'same').keys()]
  const clean = candidates.filter((line) => {
    const twice = Math.min(count(own, line), count(other, line))
    const most = count(merge.sure, line) + count(merge.possible, line) + twice
    return count(merge.result, line) > most && (alone || wordsOf(line).length > 0)
  })
  const both = merge.contested
    .flatMap(({ base }) => base)
    .filter(
      (line) =>
        wordsOf(line).length > 0 &&
        count(merge.possible, line) === 0 &&
        count(merge.result, line) > count(merge.sure, line),
    )
  return [...new Set([...clean, ...both])]
}

/** Lines of contested places whose words did not all find their way into the result. */
function blended(merge: Merge, side: Side): readonly string[] {
  const words = { base: wordCount(merge.base), result: wordCount(merge.result), sure: wordCount(merge.sure) }
  return merge.contested.flatMap((group) => {
    const known = countOf(group.base.flatMap(wordsOf))
    const now = countOf(group[side].flatMap(wordsOf))
    const isLost = (word: string): boolean =>
      count(now, word) > count(known, word) &&
      count(words.result, word) <=
        Math.min(count(words.base, word), count(words.sure, word) + count(known, word))
    const old = new Set(group.base)
    return group[side].filter((line) => !old.has(line) && wordsOf(line).some(isLost))
  })
}

/** What a side added or removed in places of one kind; without one, where it alone changed something. */
function linesIn(
  { settled }: Merge,
  side: Side,
  what: 'added' | 'removed',
  kind: ChangeGroup['kind'] = side,
): Counts {
  return countOf(settled.filter((group) => group.kind === kind).flatMap((group) => group[what][side]))
}

function wordCount(lines: Counts): Counts {
  const words = new Map<string, number>()
  for (const [line, times] of lines) {
    for (const word of wordsOf(line)) words.set(word, (words.get(word) ?? 0) + times)
  }
  return words
}

function otherSide(side: Side): Side {
  return side === 'ours' ? 'theirs' : 'ours'
}

function count(counts: Counts, key: string): number {
  return counts.get(key) ?? 0
}
