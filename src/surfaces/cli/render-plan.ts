import type { PlanView } from '../../protocol/view-plan.ts'
import { oneLine } from '../../kernel/plain-text.ts'
import { plural } from '../../protocol/words.ts'
import { fitLine } from './fit-line.ts'
import type { Paint } from './terminal.ts'

type ShownTask = PlanView['plan']['tasks'][number]

/** A plan as lines no wider than this: figures, then wave by wave each task, what it waits for and when it can run. */
export function renderPlan(view: PlanView, width: number, paint: Paint): readonly string[] {
  const byId = new Map(view.plan.tasks.map((task) => [task.id, task]))
  const columns = columnsFor(view, width)
  const linesOf = (ids: readonly string[]): readonly string[] =>
    ids.flatMap((id) => {
      const task = byId.get(id)
      return task === undefined ? [] : [taskLine(task, view, columns, paint)]
    })
  const { objective, contracts, openQuestions } = view.plan
  const lines = [
    paint('bold', oneLine(objective)),
    ...figures(view, paint),
    ...view.waves.flatMap((ids, index) => section(`Wave ${index + 1}`, linesOf(ids), paint)),
    ...section('Can never start', linesOf(view.stuck), paint),
    ...section('Contracts', contracts.map(contractWords), paint),
    ...section(
      'Open questions',
      openQuestions.map(({ question }) => `   ${oneLine(question)}`),
      paint,
    ),
  ]
  return lines.map((line) => shorten(line, width).text)
}

function figures({ metrics, workers }: PlanView, paint: Paint): readonly string[] {
  const { tasks, waves, firstWave, dependencies, risk, criticalPath, workMinutes, makespanMinutes } = metrics
  return [
    `${plural(tasks, 'task')} in ${plural(waves, 'wave')}, first wave ${firstWave}, ${plural(dependencies, 'dependency', 'dependencies')}, risk ${risk}`,
    `${paint('cyan', '◆')} critical path: ${criticalPath.tasks.join(' → ')}, ${inMinutes(criticalPath.minutes)}`,
    `all work ${inMinutes(workMinutes)}; with ${workers} at work no sooner than ${inMinutes(makespanMinutes)}`,
  ]
}

interface Columns {
  readonly id: number
  readonly about: number
  /** 0 where there is no room for a chart. */
  readonly chart: number
  /** What the whole chart stands for. */
  readonly minutes: number
}

function columnsFor({ plan, times }: PlanView, width: number): Columns {
  const id = Math.max(2, ...plan.tasks.map((task) => task.id.length))
  const chart = width >= 90 ? 24 : width >= 60 ? 12 : 0
  const about = Math.max(8, width - id - 12 - (chart === 0 ? 0 : chart + 1))
  return { id, about, chart, minutes: Math.max(1, ...Object.values(times).map(({ end }) => end)) }
}

function taskLine(task: ShownTask, { metrics, times }: PlanView, columns: Columns, paint: Paint): string {
  const time = times[task.id]
  const id = task.id.padEnd(columns.id)
  const about = aboutTask(task, columns.about, paint)
  if (time === undefined) return ` ${paint('red', '✗')} ${id} ${about.trimEnd()}`
  const isCritical = metrics.criticalPath.tasks.includes(task.id)
  const colour = isCritical ? 'cyan' : 'dim'
  const mark = paint(colour, isCritical ? '◆' : '○')
  const chart = columns.chart === 0 ? '' : ` ${paint(colour, bar(time, columns))}`
  return ` ${mark} ${isCritical ? paint('cyan', id) : id} ${about}${chart}${inMinutes(time.end - time.start).padStart(8)}`
}

/** The title and, as far as there is room, who does it and what it waits for; always as wide as the room. */
function aboutTask({ title, dependencies, role }: ShownTask, room: number, paint: Paint): string {
  const who = role === 'implementer' ? '' : ` (${role})`
  const after = dependencies.length === 0 ? '' : ` ← ${dependencies.join(', ')}`
  const wanted = fitLine(oneLine(title), Math.floor(room / 2)).cells
  const tail = shorten(`${who}${after}`, room - wanted)
  const head = shorten(oneLine(title), room - tail.cells)
  const rest = ' '.repeat(room - head.cells - tail.cells)
  return `${head.text}${tail.cells === 0 ? '' : paint('dim', tail.text)}${rest}`
}

function bar(time: { readonly start: number; readonly end: number }, { chart, minutes }: Columns): string {
  const from = Math.min(chart - 1, Math.floor((time.start / minutes) * chart))
  const until = Math.max(from + 1, Math.round((time.end / minutes) * chart))
  return '╌'.repeat(from) + '━'.repeat(until - from) + '╌'.repeat(chart - until)
}

function section(heading: string, lines: readonly string[], paint: Paint): readonly string[] {
  return lines.length === 0 ? [] : ['', paint('bold', heading), ...lines]
}

function contractWords({ from, to, interface: what, format }: PlanView['plan']['contracts'][number]): string {
  return `   ${oneLine(`${from} → ${to}: ${what}${format === '' ? '' : `: ${format}`}`)}`
}

function shorten(text: string, room: number): { readonly text: string; readonly cells: number } {
  const whole = fitLine(text, room)
  if (whole.text.length === text.length) return whole
  const cut = fitLine(text, room - 1)
  return { text: `${cut.text}…`, cells: cut.cells + 1 }
}

function inMinutes(minutes: number): string {
  const whole = Math.round(minutes)
  return whole < 60 ? `${whole}m` : `${Math.floor(whole / 60)}h ${whole % 60}m`
}
