import type { AuditFinding } from './audit-finding.ts'
import type { LostHunk, MergedFile } from './lost-hunks.ts'
import { lostHunks } from './lost-hunks.ts'
import type { Arrival } from './similarity.ts'
import { moveFinder } from './similarity.ts'

/** Texts by path; `null`, or no entry, where there is no such file. What is no text may stand here by its hash. */
export type Files = ReadonlyMap<string, string | null>

export type MergedFiles = {
  readonly base: Files
  readonly ours: Files
  readonly theirs: Files
  readonly result: Files
}

/**
 * What a merge has lost of either side, over all paths that any of the three changed. Contract: follows a file that
 * a side or the merge itself moved; at most one finding for each file, side and kind of loss.
 */
export function findLostHunks({ base, ours, theirs, result }: MergedFiles): readonly AuditFinding[] {
  const moves = { ours: movesOf(base, ours), theirs: movesOf(base, theirs) }
  const findMoved = moveFinder(arrivalsIn(result, [base, ours, theirs]))
  const paths = new Set([...base.keys(), ...ours.keys(), ...theirs.keys(), ...result.keys()])
  return [...paths].toSorted().flatMap((path) => {
    const places = [moves.ours.get(path), moves.theirs.get(path), path].filter((each) => each !== undefined)
    const file = {
      base: textAt(base, path),
      ours: textFollowed(ours, moves.ours, path),
      theirs: textFollowed(theirs, moves.theirs, path),
    }
    const place = places.find((each) => textAt(result, each) !== null) ?? places[0] ?? path
    const text = textAt(result, place) ?? movedText(file, findMoved)
    const marked = leftMarker({ ...file, result: text })
    return [
      ...toFindings(place, lostHunks({ ...file, result: text })),
      ...(marked === null ? [] : [marker(place, marked)]),
    ]
  })
}

/** Where the files went that are at another path on this side. */
function movesOf(base: Files, side: Files): ReadonlyMap<string, string> {
  const find = moveFinder(arrivalsIn(side, [base]))
  const moves = new Map<string, string>()
  const taken = new Set<string>()
  for (const [path, text] of base) {
    const target = text !== null && textAt(side, path) === null ? find(text, taken) : null
    if (target === null) continue
    moves.set(path, target.path)
    taken.add(target.path)
  }
  return moves
}

/** The files that are at a path where none of the others has one. */
function arrivalsIn(files: Files, others: readonly Files[]): readonly Arrival[] {
  return [...files].flatMap(([path, text]) =>
    text !== null && others.every((other) => textAt(other, path) === null) ? [{ path, text }] : [],
  )
}

/** A path's text on one side, wherever that side moved it; what came from elsewhere is not this path's. */
function textFollowed(side: Files, moves: ReadonlyMap<string, string>, path: string): string | null {
  const target = moves.get(path)
  if (target !== undefined) return textAt(side, target)
  return [...moves.values()].includes(path) ? null : textAt(side, path)
}

/** The text of a file that the merge itself put at a path where no side has one. */
function movedText(
  { base, ours, theirs }: Omit<MergedFile, 'result'>,
  find: ReturnType<typeof moveFinder>,
): string | null {
  const wanted = [ours, theirs].filter((text) => text !== null && text !== base)
  return wanted.map((text) => find(text ?? '', new Set())?.text).find((text) => text !== undefined) ?? null
}

function toFindings(path: string, hunks: readonly LostHunk[]): readonly AuditFinding[] {
  const first = new Map(hunks.toReversed().map((hunk) => [`${hunk.side} ${hunk.what}`, hunk]))
  return [...first.values()].toReversed().map(({ side, what, line }) => {
    const message =
      what === 'missing'
        ? `${path}: \`${line.trim()}\`, which ${side} brought in, is missing after the merge; bring it back.`
        : `${path}: \`${line.trim()}\`, which ${side} removed, is back after the merge; remove it.`
    const told = `lost a change in a merge: in ${path} \`${line.trim()}\` is ${what === 'missing' ? 'missing' : 'back'}`
    return { rule: 'lost-hunk', path, weight: 'refused', message, told }
  })
}

function leftMarker({ base, ours, theirs, result }: MergedFile): string | null {
  const markers = (text: string | null): readonly string[] =>
    text?.match(/^(?:<{7}|>{7}|\|{7})(?: .*)?$/gm) ?? []
  const known = new Set([base, ours, theirs].flatMap(markers))
  return markers(result).find((line) => !known.has(line)) ?? null
}

function marker(path: string, line: string): AuditFinding {
  const message = `${path}: the conflict at \`${line}\` is not resolved; resolve it and remove its markers.`
  return { rule: 'lost-hunk', path, weight: 'refused', message, told: `left a conflict open in ${path}` }
}

function textAt(files: Files, path: string): string | null {
  return files.get(path) ?? null
}
