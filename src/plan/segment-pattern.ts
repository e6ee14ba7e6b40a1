/**
 * One step of a path as the pieces between its stars: `a*b` is `a` and `b`, a plain name is one piece. `?` in a
 * piece stands for any one character.
 */
export type SegmentPattern = readonly string[]

export function parseSegment(segment: string): SegmentPattern {
  return segment.split(/\*+/)
}

/** Whether some name fits both. Exact: with stars on both sides only the beginnings and the ends can differ. */
export function segmentsMeet(a: SegmentPattern, b: SegmentPattern): boolean {
  if (a.length === 1) return fits(b, a[0] ?? '')
  if (b.length === 1) return fits(a, b[0] ?? '')
  const [firstA = '', firstB = ''] = [a[0], b[0]]
  const [lastA = '', lastB = ''] = [a.at(-1), b.at(-1)]
  const front = Math.min(firstA.length, firstB.length)
  const back = Math.min(lastA.length, lastB.length)
  return (
    agree(firstA.slice(0, front), firstB.slice(0, front)) &&
    agree(lastA.slice(lastA.length - back), lastB.slice(lastB.length - back))
  )
}

/** Whether a name, in which `?` may be any character, fits a pattern. */
function fits(pattern: SegmentPattern, name: string): boolean {
  const [first = '', ...rest] = pattern
  const last = rest.pop()
  if (last === undefined) return first.length === name.length && agree(first, name)
  const end = name.length - last.length
  if (first.length > end) return false
  if (!agree(first, name.slice(0, first.length)) || !agree(last, name.slice(end))) return false
  let from = first.length
  for (const piece of rest) {
    while (from + piece.length <= end && !agree(piece, name.slice(from, from + piece.length))) from += 1
    from += piece.length
    if (from > end) return false
  }
  return true
}

/** Whether two pieces of one length can be the same text. */
function agree(a: string, b: string): boolean {
  for (let index = 0; index < a.length; index += 1) {
    if (a[index] !== b[index] && a[index] !== '?' && b[index] !== '?') return false
  }
  return true
}
