import type { Judgement } from './judge-scenario.ts'
import type { PlainMerge } from './merge-plainly.ts'
import type { PlayedScenario } from './play-scenario.ts'
import type { Scenario } from './scenario.ts'
import { scenarioKinds } from './scenario.ts'

export interface ScenarioRow {
  readonly scenario: Scenario
  readonly played: PlayedScenario
  readonly judgement: Judgement
  readonly plain: PlainMerge
}

type Column = readonly [title: string, of: (row: ScenarioRow) => number]

const columns: readonly Column[] = [
  ['scenarios', () => 1],
  ['branches', ({ scenario }) => scenario.branches.length],
  ['landed', ({ played }) => played.landed.length],
  ['commits', ({ judgement }) => judgement.commits],
  ['conflicts', ({ played }) => played.told.filter(({ kind }) => kind === 'conflict').length],
  ['lazy caught', ({ played }) => played.refused.lazy],
  ['culprits', ({ judgement }) => judgement.culprits],
  ['pairs', ({ judgement }) => judgement.pairs],
  ['gate runs', ({ played }) => played.gateRuns],
  ['lost', ({ judgement }) => judgement.lost],
  ['unproven', ({ judgement }) => judgement.unproven],
  ['| git merge: landed', ({ plain }) => plain.landed],
  ['conflicts', ({ plain }) => plain.conflicts],
  ['unproven', ({ plain }) => plain.landed],
  ['broken', ({ plain }) => plain.broken],
]

/** The whole in numbers, by kind: the queue on the left, plain sequential `git merge` on the right. */
export function scenarioTable(rows: readonly ScenarioRow[], seed: number): string {
  const line = (name: string, of: readonly ScenarioRow[]): string[] => [
    name,
    ...columns.map(([, count]) => String(of.reduce((sum, row) => sum + count(row), 0))),
  ]
  const lines = [
    [`seed ${seed}`, ...columns.map(([title]) => title)],
    ...scenarioKinds.map((kind) =>
      line(
        kind,
        rows.filter(({ scenario }) => scenario.kind === kind),
      ),
    ),
    line('all', rows),
  ]
  const widths = lines[0]?.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0))) ?? []
  return lines
    .map((cells) =>
      cells
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  '),
    )
    .join('\n')
}
