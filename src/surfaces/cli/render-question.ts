import type { Question } from '../../kernel/question.ts'
import type { PlanNotes } from './render-plan-notes.ts'
import { renderPlanNotes } from './render-plan-notes.ts'
import type { Paint } from './terminal.ts'
import { oneLine } from '../../kernel/plain-text.ts'

/** A question as lines for a person: what it is about, then the options by number. */
export function renderQuestion(question: Question, paint: Paint): readonly string[] {
  const { files } = (question.details ?? {}) as PlanNotes
  // The notes on a plan name its file already.
  const isNews = (words: string): boolean => files === undefined || words !== `${files.folder}/${files.plan}`
  const options = question.options.map(
    ({ label, description, recommended }, index) =>
      `  ${paint('bold', String(index + 1))}  ${oneLine(label)}${recommended ? paint('green', ' (recommended)') : ''}${description && isNews(description) ? paint('dim', ` — ${oneLine(description, 200)}`) : ''}`,
  )
  const free = question.free
    ? [
        paint(
          'dim',
          question.kind === 'approval' ? '  or say in words what to change' : '  or answer in your own words',
        ),
      ]
    : []
  const [first = '', ...more] = question.text.split('\n').filter((line) => line.trim() !== '')
  const asked = [`? ${oneLine(first)}`, ...more.map((line) => `  ${oneLine(line)}`)]
  return [...asked.map((line) => paint('yellow', line)), ...details(question, paint), ...options, ...free]
}

function details({ details: given }: Question, paint: Paint): readonly string[] {
  if (given === null || given === undefined || typeof given !== 'object' || Array.isArray(given)) return []
  const { tasks, openQuestions, output } = given as GivenDetails
  const planned = (tasks ?? []).map(({ id, title, dependencies = [] }) => {
    const after = dependencies.length === 0 ? '' : paint('dim', `  after ${dependencies.join(', ')}`)
    return `    ${paint('cyan', id.padEnd(6))} ${oneLine(title)}${after}`
  })
  const open = (openQuestions ?? []).map(({ question, options = [], recommendation }) => {
    const ways = options.length === 0 ? '' : ` (${oneLine(options.join(' | '), 200)})`
    const advice = recommendation === null ? '' : paint('dim', `  rather: ${oneLine(recommendation, 100)}`)
    return `    ${paint('yellow', 'open'.padEnd(6))} ${oneLine(question, 200)}${ways}${advice}`
  })
  const printed = (output ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-8)
  return [
    ...whatHangsOnIt(given as GivenDetails, paint),
    ...planned,
    ...open,
    ...renderPlanNotes(given as PlanNotes, paint),
    ...printed.map((line) => paint('dim', `    ${oneLine(line, 160)}`)),
  ]
}

function whatHangsOnIt({ number, of, impact = '' }: GivenDetails, paint: Paint): readonly string[] {
  const place = number === undefined || of === undefined || of < 2 ? [] : [`${number} of ${of}`]
  const words = [...place, ...(impact === '' ? [] : [oneLine(impact, 200)])].join(': ')
  return words === '' ? [] : [paint('dim', `    ${words}`)]
}

interface GivenDetails {
  readonly tasks?: readonly PlannedTask[]
  readonly openQuestions?: readonly {
    readonly question: string
    readonly options?: readonly string[]
    readonly recommendation: string | null
  }[]
  readonly output?: string
  /** What would be built differently, depending on the answer. */
  readonly impact?: string
  /** Where it stands among those that are asked one after the other. */
  readonly number?: number
  readonly of?: number
}

interface PlannedTask {
  readonly id: string
  readonly title: string
  readonly dependencies?: readonly string[]
}
