import type { AuditFinding } from './audit-finding.ts'
import type { LostHunk, MergedFile } from './lost-hunks.ts'
import { lostHunks } from './lost-hunks.ts'
import { textSimilarity } from './similarity.ts'

/** Texts by path; `null`, or no entry, where there is no such file. What is no text may stand here by its hash. */
export type Files = ReadonlyMap<string, string | null>

export type MergedFiles = {
  readonly base: Files
  readonly ours: Files
  readonly theirs: Files
  readonly result: Files
}

/** From here on content that left one path and came up at another counts as moved. */
const SAME_FILE = 0.6

/**
 * What a merge has lost of either side, over all paths that any of the three changed. Contract: follows a file that
 * a side or the merge itself moved; at most one finding for each file, side and kind of loss.
 */
export function findLostHunks({ base, ours, theirs, result }: MergedFiles): readonly AuditFinding[] {
  const moves = { ours: movesOf(base, ours), theirs: movesOf(base, theirs) }
  const paths = new Set([...base.keys(), ...ours.keys(), ...theirs.keys(), ...result.keys()])
  return [...paths].toSorted().flatMap((path) => {
    const places = [moves.ours.get(path), moves.theirs.get(path), path].filter((each) => each !== undefined)
    const file = {
      base: textAt(base, path),
      ours: textFollowed(ours, moves.ours, path),
      theirs: textFollowed(theirs, moves.theirs, path),
    }
    const place = places.find((each) => textAt(result, each) !== null) ?? places[0] ?? path
    const text = textAt(result, place) ?? movedText(file, { base, ours, theirs, result })
    const marked = leftMarker({ ...file, result: text })
    return [
      ...toFindings(place, lostHunks({ ...file, result: text })),
      ...(marked === null ? [] : [marker(place, marked)]),
    ]
  })
}

/** Where the files went that are at another path on this side. */
function movesOf(base: Files, side: Files): ReadonlyMap<string, string> {
  const moves = new Map<string, string>()
  const arrivals = [...side].flatMap(([path, text]) =>
    text !== null && textAt(base, path) === null ? [{ path, text }] : [],
  )
  for (const [path, text] of base) {
    if (text === null || textAt(side, path) !== null) continue
    const taken = new Set(moves.values())
    const target = closest(
      text,
      arrivals.filter((each) => !taken.has(each.path)),
    )
    if (target !== null) moves.set(path, target.path)
  }
  return moves
}

/** A path's text on one side, wherever that side moved it; what came from elsewhere is not this path's. */
function textFollowed(side: Files, moves: ReadonlyMap<string, string>, path: string): string | null {
  const target = moves.get(path)
  if (target !== undefined) return textAt(side, target)
  return [...moves.values()].includes(path) ? null : textAt(side, path)
}

/** The text of a file that the merge itself put at a path where no side has one. */
function movedText(
  file: Omit<MergedFile, 'result'>,
  { base, ours, theirs, result }: MergedFiles,
): string | null {
  const wanted = [file.ours, file.theirs].filter((text) => text !== null && text !== file.base)
  const arrivals = [...result].flatMap(([path, text]) =>
    text !== null && [base, ours, theirs].every((files) => textAt(files, path) === null)
      ? [{ path, text }]
      : [],
  )
  for (const text of wanted) {
    const found = closest(text ?? '', arrivals)
    if (found !== null) return found.text
  }
  return null
}

type Arrival = { readonly path: string; readonly text: string }

function closest(text: string, arrivals: readonly Arrival[]): Arrival | null {
  const scored = arrivals.map((each) => ({ each, score: textSimilarity(text, each.text) }))
  const best = scored.toSorted((a, b) => b.score - a.score)[0]
  return best !== undefined && best.score >= SAME_FILE ? best.each : null
}

function toFindings(path: string, hunks: readonly LostHunk[]): readonly AuditFinding[] {
  const first = new Map(hunks.toReversed().map((hunk) => [`${hunk.side} ${hunk.what}`, hunk]))
  return [...first.values()].toReversed().map(({ side, what, line }) => {
    const message =
      what === 'missing'
        ? `${path}: \`${line.trim()}\`, which ${side} brought in, is missing after the merge; bring it back.`
        : `${path}: \`${line.trim()}\`, which ${side} removed, is back after the merge; remove it.`
    return { rule: 'lost-hunk', path, weight: 'refused', message }
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
  return { rule: 'lost-hunk', path, weight: 'refused', message }
}

function textAt(files: Files, path: string): string | null {
  return files.get(path) ?? null
}
