/** How a size is written: a whole number above 0 and one unit. Seven digits keep it an exact number. */
export const BYTE_SIZE_PATTERN = /^([1-9][0-9]{0,6})(KB|MB|GB)$/

const UNITS = [
  ['GB', 1024 ** 3],
  ['MB', 1024 ** 2],
  ['KB', 1024],
] as const

/** Bytes of a text such as `512MB` or `8GB`; `null` when it is not a size. */
export function parseByteSize(text: string): number | null {
  const match = BYTE_SIZE_PATTERN.exec(text)
  const unit = UNITS.find(([name]) => name === match?.[2])
  return match === null || unit === undefined ? null : Number(match[1]) * unit[1]
}

/** The shortest text that means these bytes, to the nearest of its unit. */
export function formatByteSize(bytes: number): string {
  const [name, length] = UNITS.find(([, unit]) => bytes % unit === 0) ?? (['KB', 1024] as const)
  return `${Math.max(1, Math.round(bytes / length))}${name}`
}
