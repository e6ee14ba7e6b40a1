/** The 95 % interval of a median by the ranks of the sorted values: nothing is assumed of how they are spread. */
export function medianInterval(values: readonly number[]): readonly [least: number, most: number] {
  const sorted = values.toSorted((a, b) => a - b)
  const below = Math.max(0, Math.floor(values.length / 2 - 0.98 * Math.sqrt(values.length)) - 1)
  return [sorted[below] ?? NaN, sorted[sorted.length - 1 - below] ?? NaN]
}
