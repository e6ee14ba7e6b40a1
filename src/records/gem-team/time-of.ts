/** A moment as gem-team's files have it. */
export function timeOf(at: number): string {
  return new Date(at).toISOString()
}

/** The same in a file's name. */
export function stampOf(at: number): string {
  return timeOf(at)
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '')
}
