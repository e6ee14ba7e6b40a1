/** How much of two lists is the same, whatever the order: 1 for all, 0 for nothing. */
export function similarity(a: readonly string[], b: readonly string[]): number {
  if (a.length + b.length === 0) return 1
  const left = countOf(a)
  let common = 0
  for (const each of b) {
    const count = left.get(each) ?? 0
    if (count > 0) common += 1
    left.set(each, count - 1)
  }
  return (2 * common) / (a.length + b.length)
}

/** From here on content that left one path and came up at another counts as moved. */
const SAME_FILE = 0.6

export type Arrival = { readonly path: string; readonly text: string }

/** Finds which of these files a text has moved to; `null`: to none. Lines are compared without indentation. */
export function moveFinder(
  arrivals: readonly Arrival[],
): (text: string, taken: ReadonlySet<string>) => Arrival | null {
  const prepared = arrivals.map((arrival) => ({ arrival, lines: meaningfulLines(arrival.text) }))
  return (text, taken) => {
    const free = prepared.filter(({ arrival }) => !taken.has(arrival.path))
    const same = free.find(({ arrival }) => arrival.text === text)
    if (same !== undefined) return same.arrival
    const wanted = meaningfulLines(text)
    let best: { readonly arrival: Arrival | null; readonly score: number } = { arrival: null, score: 0 }
    for (const { arrival, lines } of free) {
      const most = (2 * Math.min(lines.length, wanted.length)) / (lines.length + wanted.length)
      if (!(most >= SAME_FILE && most > best.score)) continue
      const score = similarity(wanted, lines)
      if (score >= SAME_FILE && score > best.score) best = { arrival, score }
    }
    return best.arrival
  }
}

function meaningfulLines(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

export function wordsOf(line: string): readonly string[] {
  return line.match(/[\p{L}\p{N}_]+/gu) ?? []
}

export function countOf(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}
