const LONGEST = 64

/** The candidate that was most likely meant; `null` when none is close enough to be worth a suggestion. */
export function nearestWord(word: string, candidates: readonly string[]): string | null {
  if (word.length > LONGEST) return null
  let best: { readonly candidate: string; readonly distance: number } | null = null
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase())
    const near = distance <= Math.max(1, Math.floor(Math.min(word.length, candidate.length) / 3))
    if (near && (best === null || distance < best.distance)) best = { candidate, distance }
  }
  return best?.candidate ?? null
}

/** How many single-letter changes and swaps of neighbours turn one word into the other. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : Infinity,
      )
    }
    beforeLast = last
    last = current
  }
  return at(last, to.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity
}
