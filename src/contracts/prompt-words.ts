/** A heading with one line for each item; nothing when there is none. */
export function list(heading: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`## ${heading}\n${items.map((item) => `- ${item}`).join('\n')}`]
}

/** A text that somebody else has written, as data. Contract: no line of it can end the fence. */
export function fenced(text: string): string {
  const longest = Math.max(3, ...[...text.matchAll(/~{3,}/g)].map(([run]) => run.length))
  const fence = '~'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}
