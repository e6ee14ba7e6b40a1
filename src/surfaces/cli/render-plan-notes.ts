import { oneLine } from '../../kernel/plain-text.ts'
import type { Paint } from './terminal.ts'

/** What a plan's approval may say beside its tasks. */
export interface PlanNotes {
  readonly critique?: {
    readonly works: readonly string[]
    readonly improved: readonly string[]
    readonly open: readonly { readonly by: string; readonly severity: string; readonly text: string }[]
  }
  readonly forecast?: {
    readonly minutes: { readonly median: number; readonly p90: number }
    readonly turns: number
    readonly usd: number | null
  }
  readonly files?: { readonly folder: string; readonly plan: string }
}

const MOST_LINES = 6

/** What was said of a plan, what it may be expected to take, and where it can be edited. */
export function renderPlanNotes({ critique, forecast, files }: PlanNotes, paint: Paint): readonly string[] {
  const { works = [], improved = [], open = [] } = critique ?? {}
  return [
    ...lines('good', works, paint, 'green'),
    ...lines('mended', improved, paint, 'green'),
    ...lines(
      'open',
      open.map(({ by, severity, text }) => `${severity}, by the ${by}: ${text}`),
      paint,
      'yellow',
    ),
    ...(forecast === undefined ? [] : [paint('dim', `    ${forecastWords(forecast)}`)]),
    ...(files === undefined ? [] : [paint('dim', `    to read and to edit: ${files.folder}/${files.plan}`)]),
  ]
}

function lines(
  heading: string,
  texts: readonly string[],
  paint: Paint,
  colour: 'green' | 'yellow',
): readonly string[] {
  const shown = texts.slice(0, MOST_LINES).map((text) => oneLine(text, 200))
  const more = texts.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].map(
    (text) => `    ${paint(colour, heading.padEnd(6))} ${text}`,
  )
}

function forecastWords({ minutes, turns, usd }: NonNullable<PlanNotes['forecast']>): string {
  const cost = usd === null ? 'what it costs is not known' : `about $${usd.toFixed(2)}`
  return `estimate: about ${minutes.median} min, 9 in 10 runs within ${minutes.p90} min; some ${turns} turns; ${cost}`
}
