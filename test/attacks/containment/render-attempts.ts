import type { Attempt } from './attempt.ts'

const WORDS = { held: 'held', 'held for agents': 'agents', open: '–' } as const

/** The table of docs/containment.md. */
export function renderAttempts(attempts: readonly Attempt[]): string {
  const rows = attempts.map(({ name, promised }) => [
    name,
    ...(['sandbox', 'namespaces', 'none'] as const).map((level) => WORDS[promised[level]]),
  ])
  const table = [['a hostile program would', 'sandbox', 'namespaces', 'none'], ...rows]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => (row[column] ?? '').length)))
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...rest] = table
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rest.map(line)].join(
    '\n',
  )
}
