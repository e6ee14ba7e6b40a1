import type { SimulationView } from '../../protocol/view-simulation.ts'
import { oneLine } from '../../kernel/plain-text.ts'
import { duration } from '../../protocol/words.ts'

const WIDTH = 960
const LEFT = 48
const TOP = 44
const ROW = 28
const LEAST_LABEL = 7

type Span = SimulationView['typical']['spans'][number]

/** The run in the middle as an SVG picture: one row for each worker, one bar for each task. */
export function renderTimeline({ objective, titles, asked, typical }: SimulationView): string {
  const height = TOP + asked.workers * ROW + 30
  const scale = (WIDTH - LEFT - 16) / Math.max(typical.makespan, Number.EPSILON)
  const at = (minute: number): number => LEFT + minute * scale
  const rows = Array.from({ length: asked.workers }, (_, worker) => {
    const y = TOP + worker * ROW
    return `<text class="axis" x="8" y="${y + 17}">${worker + 1}</text><line class="grid" x1="${LEFT}" x2="${WIDTH - 16}" y1="${y + ROW}" y2="${y + ROW}"/>`
  })
  const ticks = tickMinutes(typical.makespan).map((minute) => {
    const x = round(at(minute))
    return `<line class="grid" x1="${x}" x2="${x}" y1="${TOP}" y2="${height - 30}"/><text class="axis" x="${x}" y="${height - 12}" text-anchor="middle">${words(minute)}</text>`
  })
  const bars = typical.spans.map((span) => bar(span, titles[span.task] ?? '', at, scale))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    `<style>rect.done{fill:#2f7d5b}rect.given-up{fill:#b3452f}rect{stroke:#fff}text{fill:#fff}.axis,.head{fill:#555}.grid{stroke:#ddd}svg{background:#fff}</style>`,
    `<text class="head" x="8" y="22">${escape(oneLine(objective, 90))} · ${words(typical.makespan)}, bound ${words(typical.bound.makespan)}</text>`,
    ...rows,
    ...ticks,
    ...bars,
    '</svg>',
    '',
  ].join('\n')
}

function bar(span: Span, title: string, at: (minute: number) => number, scale: number): string {
  const { task, worker, from, minutes, as } = span
  const x = round(at(from))
  const y = TOP + worker * ROW + 3
  const width = round(minutes * scale)
  const label =
    width < task.length * LEAST_LABEL ? '' : `<text x="${round(x + 4)}" y="${y + 15}">${escape(task)}</text>`
  const told = `${task}: ${oneLine(title, 90)}, ${words(from)} to ${words(from + minutes)}${as === 'done' ? '' : ', given up'}`
  return `<g><title>${escape(told)}</title><rect class="${as}" x="${x}" y="${y}" width="${width}" height="${ROW - 6}" rx="3"/>${label}</g>`
}

/** A handful of round times within the makespan. */
function tickMinutes(makespan: number): readonly number[] {
  const wanted = makespan / 8
  const step = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 1440].find((each) => each >= wanted) ?? wanted
  return Array.from({ length: Math.floor(makespan / step) + 1 }, (_, index) => index * step)
}

function words(minutes: number): string {
  return minutes === 0 ? '0' : duration(minutes * 60_000).replace(/ 0[sm]$/, '')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
