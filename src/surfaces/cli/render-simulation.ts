import type { SimulationView } from '../../protocol/view-simulation.ts'
import { oneLine } from '../../kernel/plain-text.ts'
import { duration, plural } from '../../protocol/words.ts'
import type { Paint } from './terminal.ts'

/** What a simulation found, in a few lines for a person. */
export function renderSimulation(view: SimulationView, paint: Paint): readonly string[] {
  const { asked, makespan, typical, advice } = view
  const { bound } = typical
  const order = asked.order === 'ready' ? 'as soon as ready' : 'wave by wave'
  const rows: readonly (readonly [string, string])[] = [
    [
      'makespan',
      `${minutes(makespan.median)} in the middle, ${minutes(makespan.p90)} or less in 9 of 10 runs`,
    ],
    [
      'bound',
      `${minutes(bound.makespan)} for the run in the middle: critical path ${minutes(bound.criticalPath)}, work ${minutes(bound.work)} ÷ ${asked.workers}`,
    ],
    ['utilisation', `${percent(view.utilisation)} of the workers' time`],
    ['cost', `${view.turns.toFixed(1)} agent turns a run`],
    ['finished', `${percent(view.finished)} of runs with every task done`],
    ['advice', advice.width === 1 ? `one task after the other. ${advice.reason}` : advice.reason],
  ]
  return [
    paint('bold', oneLine(view.objective)),
    `${plural(Object.keys(view.titles).length, 'task')}, ${plural(asked.workers, 'worker')}, ${order}; ${plural(asked.runs, 'run')}, seed ${asked.seed}, ${asked.durations} durations, ${percent(asked.failureRate)} of attempts fail`,
    ...rows.map(([name, words]) => `  ${paint('cyan', name.padEnd(11))}  ${words}`),
  ]
}

function minutes(value: number): string {
  return duration(value * 60_000)
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`
}
