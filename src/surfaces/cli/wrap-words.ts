import { fitLine } from './fit-line.ts'

/**
 * A text broken between words into lines of at most so many cells. All after the first are indented, but for those
 * that begin with the same `[speaker]`. A word that fits into no line is left to the terminal, where it stands.
 */
export function wrapWords(text: string, cells: number, indent = '  '): string {
  const [first = '', ...more] = text.split('\n')
  const [speaker = null] = /^\[[^\]]+\]/.exec(first) ?? []
  const under = (line: string): string =>
    speaker !== null && line.startsWith(speaker) ? line : `${indent}${line}`
  return [first, ...more.map(under)].map((line) => wrapLine(line, cells, indent)).join('\n')
}

function wrapLine(text: string, cells: number, indent: string): string {
  const lines: string[] = []
  const [first = '', ...words] = text.split(' ')
  let line = first
  for (const word of words) {
    const longer = `${line} ${word}`
    const below = `${indent}${word}`
    const fits = (each: string): boolean => fitLine(each, Infinity).cells <= cells
    if (line.trim() === '' || fits(longer) || !fits(below)) {
      line = longer
      continue
    }
    lines.push(line)
    line = below
  }
  return [...lines, line].join('\n')
}
