/** `83 s` as a person would say it: `1m 23s`. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 1) return '<1s'
  if (seconds < 60) return `${seconds}s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${seconds % 60}s`
  return `${Math.floor(seconds / 3600)}h ${Math.floor((seconds % 3600) / 60)}m`
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Text of agents and files is data: no control or direction character of theirs reaches a terminal. */
export function oneLine(text: string, width = Number.POSITIVE_INFINITY): string {
  const clean = text.replaceAll(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ').trim()
  if (clean.length <= width) return clean
  const letters = lettersOf(clean)
  return letters.length <= width ? clean : `${letters.slice(0, Math.max(0, width - 1)).join('')}…`
}

/** What a reader sees as single letters, accents and emoji kept whole. */
export function lettersOf(text: string): readonly string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
}
