/** The text under a heading of any level, up to the next heading of the same or a higher level. */
export function sectionOf(text: string, heading: string): string {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.replace(/^#+ /, '') === heading && line.startsWith('#'))
  if (start === -1) throw new Error(`There is no heading "${heading}".`)
  const level = levelOf(lines[start] ?? '')
  const end = lines.findIndex((line, index) => index > start && level >= levelOf(line))
  return lines.slice(start + 1, end === -1 ? undefined : end).join('\n')
}

/** The rows of every table in a text, cell by cell, without headings and rules. */
export function tableRows(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n')
  const isRule = (line: string | undefined): boolean => /^\|( -+ \|)+$/.test(line ?? '')
  return lines
    .filter((line, index) => line.startsWith('|') && !isRule(line) && !isRule(lines[index + 1]))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    )
}

/** What stands between backticks. */
export function codeIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '')
}

/** The targets of all links and pictures, without those in code. */
export function linksIn(text: string): readonly string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '')
}

/** The names that links can use for the headings of a document. */
export function anchorsIn(text: string): readonly string[] {
  return withoutFences(text)
    .split('\n')
    .filter((line) => /^#+ /.test(line))
    .map((line) =>
      line
        .replace(/^#+ /, '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    )
}

/** Not a heading: as deep as can be, so that it ends no section. */
function levelOf(line: string): number {
  return /^(#+) /.exec(line)?.[1]?.length ?? Number.POSITIVE_INFINITY
}

function withoutCode(text: string): string {
  return withoutFences(text).replaceAll(/`[^`\n]*`/g, '')
}

function withoutFences(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, '')
}
