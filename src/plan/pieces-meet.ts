/**
 * A pattern over letters, or over the steps of a path, as the pieces between its gaps; a gap stands for
 * anything, also for nothing. A pattern of one piece has no gap.
 */
export type Pieces<T> = readonly ArrayLike<T>[]

type Agree<T> = (a: T, b: T) => boolean

/**
 * Whether something fits both patterns, where `agree` says so of single elements. Exact: when both have gaps
 * only their beginnings and their ends can contradict each other.
 */
export function piecesMeet<T>(a: Pieces<T>, b: Pieces<T>, agree: Agree<T>): boolean {
  const firstA = a[0] ?? []
  const firstB = b[0] ?? []
  if (a.length === 1) return fits(b, firstA, agree)
  if (b.length === 1) return fits(a, firstB, agree)
  const lastA = a.at(-1) ?? []
  const lastB = b.at(-1) ?? []
  const front = Math.min(firstA.length, firstB.length)
  const back = Math.min(lastA.length, lastB.length)
  return (
    agreeAt(firstA, 0, firstB, 0, front, agree) &&
    agreeAt(lastA, lastA.length - back, lastB, lastB.length - back, back, agree)
  )
}

/** Whether a pattern fits a whole without gaps: each piece is taken at the first place where it can stand. */
function fits<T>(pattern: Pieces<T>, whole: ArrayLike<T>, agree: Agree<T>): boolean {
  const first = pattern[0] ?? []
  if (pattern.length === 1) {
    return first.length === whole.length && agreeAt(first, 0, whole, 0, first.length, agree)
  }
  const last = pattern.at(-1) ?? []
  const end = whole.length - last.length
  if (first.length > end) return false
  if (!agreeAt(first, 0, whole, 0, first.length, agree)) return false
  if (!agreeAt(last, 0, whole, end, last.length, agree)) return false
  let from = first.length
  for (let index = 1; index < pattern.length - 1; index += 1) {
    const piece = pattern[index] ?? []
    while (from + piece.length <= end && !agreeAt(piece, 0, whole, from, piece.length, agree)) from += 1
    from += piece.length
    if (from > end) return false
  }
  return true
}

function agreeAt<T>(
  a: ArrayLike<T>,
  fromA: number,
  b: ArrayLike<T>,
  fromB: number,
  length: number,
  agree: Agree<T>,
): boolean {
  for (let index = 0; index < length; index += 1) {
    if (!agree(a[fromA + index] as T, b[fromB + index] as T)) return false
  }
  return true
}
