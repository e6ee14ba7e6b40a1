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

/** Texts by their lines, without indentation and empty lines. */
export function textSimilarity(a: string, b: string): number {
  return similarity(meaningfulLines(a), meaningfulLines(b))
}

export function meaningfulLines(text: string): readonly string[] {
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
