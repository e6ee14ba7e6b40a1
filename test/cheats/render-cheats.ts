import type { Cheat } from './cheat.ts'
import type { CheatVerdict } from './judge-cheat.ts'

/** The table for a person: each cheat, what it did, the journal's own words about it, and what became of it. */
export function renderCheats(cheats: readonly Cheat[], verdicts: ReadonlyMap<string, CheatVerdict>): string {
  const rows = cheats.map(({ name, does }) => {
    const verdict = verdicts.get(name)
    if (verdict === undefined) return [name, does, 'not played', '']
    const { caughtBy, outcome, attempts, wrong } = verdict
    const how =
      wrong.length > 0
        ? `CAUGHT: NO. ${wrong.join('; ')}`
        : (caughtBy ?? 'nothing comes of it in the sandbox')
    return [name, does, shortened(how), `${outcome}, attempts: ${attempts}`]
  })
  const all = [['cheat', 'what it did', 'how it was caught', 'outcome'], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  return all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')).join('\n')
}

const MOST = 160

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > MOST ? `${line.slice(0, MOST - 1)}…` : line
}
