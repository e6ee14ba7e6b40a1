import { rooms } from './rooms.ts'
import type { Room } from './rooms.ts'

const headings = ['room', 'folders', 'what lives here', 'may import', 'packages', 'purity']

/** The rooms as a Markdown table, aligned as the formatter would leave it. */
export function renderRoomsTable(table: readonly Room[] = rooms): string {
  const rows = [headings, ...table.map(cells)]
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(headings), rule, ...rows.slice(1).map(line)].join('\n')
}

function cells(room: Room): readonly string[] {
  return [
    room.name,
    room.folders.map((folder) => `\`${folder}\``).join(', '),
    room.holds,
    room.imports.join(', ') || '—',
    room.packages.map((name) => `\`${name}\``).join(', ') || '—',
    room.purity,
  ]
}
