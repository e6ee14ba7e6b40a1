/** How a duration is written: a whole number above 0 and one unit. Seven digits keep it an exact number. */
export const DURATION_PATTERN = /^([1-9][0-9]{0,6})(ms|s|m|h|d)$/

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const

/** Milliseconds of a text such as `90s`, `10m`, `2h` or `1d`; `null` when it is not a duration. */
export function parseDuration(text: string): number | null {
  const match = DURATION_PATTERN.exec(text)
  const unit = UNITS.find(([name]) => name === match?.[2])
  return match === null || unit === undefined ? null : Number(match[1]) * unit[1]
}

/** The shortest text that means exactly these milliseconds. */
export function formatDuration(ms: number): string {
  const [name, length] = UNITS.find(([, unit]) => ms % unit === 0) ?? (['ms', 1] as const)
  return `${ms / length}${name}`
}
