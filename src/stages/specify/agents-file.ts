/** Where a repository tells agents how work is done in it. */
export const AGENTS_FILE = 'AGENTS.md'

const HEADING = '## Agreed on while working'

/**
 * Adds entries under one heading. Contract: everything else stays as it is, nothing that the file says already is
 * added again, and a text with nothing new in it comes back unchanged.
 */
export function addToAgentsFile(text: string | null, entries: readonly string[]): string {
  const before = text ?? ''
  const known = new Set(before.split(/\r?\n/).map(fold))
  const fresh = entries
    .map((entry) => entry.replaceAll(/\s+/g, ' ').trim())
    .filter((entry, index, all) => {
      const folded = fold(entry)
      return folded !== '' && !known.has(folded) && all.findIndex((each) => fold(each) === folded) === index
    })
    .map((entry) => `- ${entry}`)
  if (fresh.length === 0) return before
  const end = before.includes('\r\n') ? '\r\n' : '\n'
  const lines = before === '' ? [] : before.replace(/(?:\r?\n)+$/, '').split(/\r?\n/)
  const { from, to } = sectionIn(lines)
  const made =
    from === -1
      ? [...lines, ...(lines.length === 0 ? [] : ['']), HEADING, '', ...fresh]
      : [...lines.slice(0, to), ...(to === from + 1 ? [''] : []), ...fresh, ...lines.slice(to)]
  return made.join(end) + end
}

/** Where the section begins, and the place after its last line that says something. */
function sectionIn(lines: readonly string[]): { readonly from: number; readonly to: number } {
  const headings = headingsIn(lines)
  const from = headings.find((index) => lines[index]?.trim() === HEADING) ?? -1
  if (from === -1) return { from, to: -1 }
  let to = headings.find((index) => index > from && /^#{1,2}\s/.test(lines[index] ?? '')) ?? lines.length
  while (to > from + 1 && lines[to - 1]?.trim() === '') to -= 1
  return { from, to }
}

/** Lines that are headings, and not only look like one in a block of code. */
function headingsIn(lines: readonly string[]): readonly number[] {
  let fence: string | null = null
  return lines.flatMap((line, index) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? null
    if (fence === null && mark !== null) fence = mark
    else if (fence !== null && mark !== null && mark.startsWith(fence)) fence = null
    else if (fence === null && /^#{1,6}\s/.test(line)) return [index]
    return []
  })
}

function fold(line: string): string {
  return line
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
