/** A heading and its lines; nothing without lines. */
export function list(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `### ${heading}\n\n${lines.join('\n')}`
}

/** Parts of a document with a blank line between them; empty ones are left out. */
export function sections(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** As one line of a document. */
export function line(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** A text whose last line is ended; an empty one stays empty. */
export function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
