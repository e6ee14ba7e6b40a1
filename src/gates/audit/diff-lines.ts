/** A stretch of lines that one text has in place of another's: `[start, end)` in the first, and what stands there in the second. */
export type Hunk = {
  readonly start: number
  readonly end: number
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** More edits than this are taken for one replacement of everything between the common beginning and end. */
const MOST_EDITS = 1500

/** The shortest way from one list of lines to another (Myers), as hunks in order. */
export function diffLines(from: readonly string[], to: readonly string[]): readonly Hunk[] {
  let front = 0
  while (front < from.length && front < to.length && from[front] === to[front]) front += 1
  let back = 0
  while (
    back < from.length - front &&
    back < to.length - front &&
    from[from.length - 1 - back] === to[to.length - 1 - back]
  ) {
    back += 1
  }
  const a = from.slice(front, from.length - back)
  const b = to.slice(front, to.length - back)
  if (a.length === 0 && b.length === 0) return []
  return hunksBetween(a, b, commonPairs(a, b)).map((hunk) => ({
    ...hunk,
    start: hunk.start + front,
    end: hunk.end + front,
  }))
}

export function linesOf(text: string | null): readonly string[] {
  if (text === null || text === '') return []
  return text.replace(/\r?\n$/, '').split(/\r?\n/)
}

type Pair = readonly [inA: number, inB: number]

function hunksBetween(a: readonly string[], b: readonly string[], pairs: readonly Pair[]): readonly Hunk[] {
  const hunks: Hunk[] = []
  let [start, begin] = [0, 0]
  for (const [end, stop] of [...pairs, [a.length, b.length] as const]) {
    if (end > start || stop > begin) {
      hunks.push({ start, end, removed: a.slice(start, end), added: b.slice(begin, stop) })
    }
    start = end + 1
    begin = stop + 1
  }
  return hunks
}

/** Where equal lines stand in a longest common sequence; none when the texts have too little in common. */
function commonPairs(a: readonly string[], b: readonly string[]): readonly Pair[] {
  const most = Math.min(a.length + b.length, MOST_EDITS)
  const reach = new Int32Array(2 * most + 3)
  const middle = most + 1
  const trail: Int32Array[] = []
  for (let edits = 0; edits <= most; edits += 1) {
    trail.push(reach.slice(middle - edits - 1, middle + edits + 2))
    for (let line = -edits; line <= edits; line += 2) {
      const down =
        line === -edits || (line !== edits && at(reach, middle + line - 1) < at(reach, middle + line + 1))
      let x = down ? at(reach, middle + line + 1) : at(reach, middle + line - 1) + 1
      while (x < a.length && x - line < b.length && a[x] === b[x - line]) x += 1
      reach[middle + line] = x
      if (x >= a.length && x - line >= b.length) return walkBack(trail, a.length, b.length)
    }
  }
  return []
}

function walkBack(trail: readonly Int32Array[], lengthA: number, lengthB: number): readonly Pair[] {
  const pairs: Pair[] = []
  let [x, y] = [lengthA, lengthB]
  for (let edits = trail.length - 1; edits >= 0; edits -= 1) {
    const reach = trail[edits] ?? new Int32Array()
    const line = x - y
    const middle = edits + 1
    const down =
      line === -edits || (line !== edits && at(reach, middle + line - 1) < at(reach, middle + line + 1))
    const before = down ? line + 1 : line - 1
    const fromX = edits === 0 ? 0 : at(reach, middle + before)
    const fromY = edits === 0 ? 0 : fromX - before
    while (x > fromX && y > fromY) {
      x -= 1
      y -= 1
      pairs.push([x, y])
    }
    x = fromX
    y = fromY
  }
  return pairs.toReversed()
}

function at(reach: Int32Array, index: number): number {
  return reach[index] ?? 0
}
