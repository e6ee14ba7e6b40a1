import type { Json } from '../kernel/json.ts'
import type { StageFact } from '../stages/facts.ts'
import type { TaskOrder } from '../stages/execute/task-order.ts'
import type { Told } from './told.ts'
import { oneLine } from '../kernel/plain-text.ts'
import { duration, plural } from './words.ts'

/** One line for what is said, written, held against and learnt around the work itself; `null` where that is nothing. */
export function tellProcess(fact: StageFact): Told | null {
  switch (fact.kind) {
    case 'brief': {
      const { tier, tierReasons, unclear } = fact.value
      const why = tierReasons.length === 0 ? '' : ` (${oneLine(tierReasons.join('; '), 200)})`
      const open = unclear.length === 0 ? '' : `; unclear: ${oneLine(unclear.join('; '), 200)}`
      return plain(`a ${tier} job${why}${open}`)
    }
    case 'clarified':
      return plain(`${oneLine(fact.value.question, 150)} → ${oneLine(fact.value.answer, 150)}`)
    case 'file': {
      const { path, by } = fact.value
      return by === 'person'
        ? { tone: 'notice', text: `${oneLine(path)} was taken as a person left it` }
        : { tone: 'quiet', text: `wrote ${oneLine(path)}` }
    }
    case 'challenged': {
      const { round, by, verdict, objections } = fact.value
      const text = `round ${round} by ${oneLine(by.join(', '), 120)}: ${verdict}, ${plural(objections.length, 'objection')}`
      return { tone: verdict === 'approved' ? 'good' : 'notice', text }
    }
    case 'reviewed': {
      const { scope, of, by, verdict, objections } = fact.value
      const what =
        scope === 'final' ? 'the whole change' : scope === 'wave' ? `wave ${oneLine(of)}` : oneLine(of)
      const text = `${what} reviewed by ${oneLine(by)}: ${verdict}${objections.length === 0 ? '' : `, ${plural(objections.length, 'objection')}`}`
      return { tone: verdict === 'approved' ? 'good' : verdict === 'blocked' ? 'bad' : 'notice', text }
    }
    case 'announced':
      return plain(linesOf(fact.value.text))
    case 'left-out':
      return {
        tone: 'quiet',
        text: `left out for the ${oneLine(fact.value.role)}: ${oneLine(fact.value.titles.join(', '), 200)}`,
      }
    case 'told':
      return tellCall(fact.value)
    case 'ordered':
      return { tone: 'notice', text: `${oneLine(fact.value.by)} orders: ${orderWords(fact.value.order)}` }
    case 'obeyed':
      return { tone: 'notice', text: oneLine(fact.value.text, 200) }
    case 'merged': {
      const { branch, commit, by } = fact.value
      return { tone: 'good', text: `${branch} moved to ${commit.slice(0, 10)}, as ${oneLine(by)} allowed` }
    }
    case 'outcome': {
      const { tasks, spent } = fact.value
      const all = tasks.done.length + tasks.notDone.length
      return plain(`${tasks.done.length} of ${plural(all, 'task')} done in ${duration(spent.workMs)} of work`)
    }
    default:
      return null
  }
}

function tellCall({ from, task, call }: Extract<StageFact, { kind: 'told' }>['value']): Told | null {
  if (typeof call !== 'object' || call === null || !('tool' in call) || !('input' in call)) return null
  const { tool, input } = call as { readonly tool: unknown; readonly input: unknown }
  if (tool === 'submit_result' || typeof input !== 'object' || input === null) return null
  const words = ['text', 'question', 'capability', 'summary']
    .map((key) => (input as Readonly<Record<string, unknown>>)[key])
    .find((value) => typeof value === 'string')
  const who = task === null ? from : `${task}: ${from}`
  return {
    tone: 'quiet',
    text: `${oneLine(who)} (${String(tool).replaceAll('_', ' ')}): ${oneLine(words ?? '', 300)}`,
  }
}

const MOST_LINES = 60

/** Line by line, each made safe by itself. */
function linesOf(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => oneLine(line, 200))
    .filter((line) => line !== '')
  const more = lines.length - MOST_LINES
  return [...lines.slice(0, MOST_LINES), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}

function plain(text: string): Told {
  return { tone: 'plain', text }
}

/** What is to be done, and then to what, or in which words. */
function orderWords(order: Json): string {
  const { do: what, ...more } = (order ?? {}) as Partial<TaskOrder> & Readonly<Record<string, Json>>
  if (what === undefined) return oneLine(JSON.stringify(order), 200)
  const words = Object.values(more).filter((value) => typeof value === 'string')
  return oneLine([what, ...words].join(' '), 200)
}
