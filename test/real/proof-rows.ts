import { appendFileSync } from 'node:fs'

/** What one test has shown with one agent, as the table tells it. */
export interface ProofRow {
  readonly agent: string
  readonly version: string
  readonly what: string
  readonly seconds: number
  /** Of the conductor, the agents and all that they started; `null` where it was not watched. */
  readonly peakMb: number | null
  readonly turns: number | null
  readonly proven: string
}

/** Adds a row to the table that `npm run test:agents` prints at its end. */
export function writeRow(row: ProofRow): void {
  const file = process.env['TUTTI_TEST_ROWS']
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(row)}\n`)
}

const HEAD = ['agent', 'version', 'what', 'seconds', 'peak MB', 'turns', 'proven']

/** The rows as a table of Markdown, by agent. */
export function renderRows(lines: readonly string[]): string {
  const rows = lines.map((line) => JSON.parse(line) as ProofRow)
  const cells = rows
    .toSorted((a, b) => a.agent.localeCompare(b.agent) || a.what.localeCompare(b.what))
    .map(({ agent, version, what, seconds, peakMb, turns, proven }) => [
      agent,
      version,
      what,
      seconds.toFixed(1),
      peakMb === null ? '' : String(Math.round(peakMb)),
      turns === null ? '' : String(turns),
      proven,
    ])
  return [HEAD, HEAD.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
