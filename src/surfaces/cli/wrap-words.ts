import { fitLine } from './fit-line.ts'

/** A text broken between words into lines of at most so many cells; all after the first are indented. */
export function wrapWords(text: string, cells: number, indent = '  '): string {
  const [first = '', ...more] = text.split('\n')
  return [first, ...more.map((line) => `${indent}${line}`)]
    .map((line) => wrapLine(line, cells, indent))
    .join('\n')
}

function wrapLine(text: string, cells: number, indent: string): string {
  const lines: string[] = []
  const [first = '', ...words] = text.split(' ')
  let line = first
  for (const word of words) {
    const longer = `${line} ${word}`
    if (line.trim() === '' || fitLine(longer, Infinity).cells <= cells) {
      line = longer
      continue
    }
    lines.push(line)
    line = `${indent}${word}`
  }
  return [...lines, line].join('\n')
}
