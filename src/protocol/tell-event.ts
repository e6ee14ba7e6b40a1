import type { Verdict } from '../gates/verdict.ts'
import { completeVerdict } from '../gates/verdict.ts'
import type { RunEvent } from '../kernel/event.ts'
import type { Json } from '../kernel/json.ts'
import type { LimitDimension } from '../kernel/usage.ts'
import type { StageFact } from '../stages/facts.ts'
import { authorWords } from './author-words.ts'
import { sourceOf, subjectOf, whoseTurn } from './name-step.ts'
import type { SaidItself } from './own-words.ts'
import { ownWordsOf } from './own-words.ts'
import { tellProcess } from './tell-process.ts'
import type { Told } from './told.ts'
import { oneLine } from '../kernel/plain-text.ts'
import { duration } from './words.ts'

/**
 * Tells the events of one run in their order, and of each what is worth it; what is wrong is said once, and what the
 * process says in its own words is left to it.
 */
export function createTeller(): (event: RunEvent) => Told | null {
  const said = new Map<string, string>()
  let own: ReadonlySet<SaidItself> = new Set()
  return (event) => {
    if (event.type === 'run-started') own = ownWordsOf(event.playbook.name)
    const told = tellEvent(event, said)
    const kind = event.type === 'fact-recorded' ? saidOf(event.kind, event.value) : null
    return kind !== null && own.has(kind) ? null : told
  }
}

/** Which of the things that a process may say itself this is. */
function saidOf(kind: string, value: Json): SaidItself | null {
  if (kind === 'plan' || kind === 'failure') return kind
  if (kind !== 'task') return null
  const { state, note } = value as { readonly state?: string; readonly note?: string | null }
  if (state === 'given-up' || state === 'blocked') return 'not-done'
  return state === 'done' && (note ?? null) === null ? 'done' : null
}

/** `said`: what was last said to be wrong, by task. */
function tellEvent(event: RunEvent, said: Map<string, string>): Told | null {
  switch (event.type) {
    case 'run-started':
      return plain(`run ${event.run} started`)
    case 'run-resumed':
      return plain(
        `resumed${event.tornBytes > 0 ? ` (${event.tornBytes} bytes of a half-written line were cut off)` : ''}`,
      )
    case 'run-paused':
      return event.by === undefined ? null : notice(`paused, as ${oneLine(event.by)} asked`)
    case 'budget-raised':
      return event.by === undefined
        ? null
        : notice(
            `${authorWords({ ...event, by: event.by })} allows ${amountWords(event.dimension, event.amount)} more`,
          )
    case 'run-cancel-requested':
      return notice(`cancellation asked for by ${authorWords(event)}`)
    case 'step-started':
      return event.kind === 'turn' ? { tone: 'quiet', text: `${whoseTurn(event.step)} at work` } : null
    case 'step-noted':
      return tellNote(event.step, event.note)
    case 'step-in-doubt':
      return notice(`${event.step}: was under way when the run was interrupted; settling it`)
    case 'step-failed':
      return notice(`${event.step}: ${oneLine(event.failure.message, 300)}`)
    case 'question-asked':
      return notice(`question: ${oneLine(event.ask.text, 300)}`)
    case 'question-answered': {
      const { option, text } = event.answer
      const said = oneLine(option ?? text ?? '', 200)
      return plain(`answer about ${subjectOf(event.question)}: ${said} (${authorWords(event.answer)})`)
    }
    case 'fact-recorded':
      return event.kind === 'verdict'
        ? tellVerdict(subjectOf(event.name), completeVerdict(event.value as Partial<Verdict>), said)
        : tellFact(event, said)
    default:
      return null
  }
}

function tellFact(
  { kind, value }: Extract<RunEvent, { type: 'fact-recorded' }>,
  said: Map<string, string>,
): Told | null {
  const fact = { kind, value } as unknown as StageFact
  switch (fact.kind) {
    case 'stage':
      return { tone: 'heading', text: fact.value.stage }
    case 'notice':
    case 'trusted':
      return notice(oneLine(fact.value.text, 400))
    case 'failed-over':
      return notice(oneLine(fact.value.text, 400))
    case 'plan':
      return plain(`plan of ${fact.value.tasks.length}: ${fact.value.tasks.map(({ id }) => id).join(', ')}`)
    case 'task': {
      const { task, state, attempt, note } = fact.value
      const about = note === null ? '' : unsaid(said, task, note)
      const text = `${task} ${state}${attempt > 1 ? ` (attempt ${attempt})` : ''}${about}`
      return { tone: state === 'done' ? 'good' : state === 'given-up' ? 'bad' : 'plain', text }
    }
    case 'finding': {
      const { task, action, message } = fact.value
      if (action === 'refused' || action === 'needs-approval') return null
      return { tone: 'bad', text: `finding${task === null ? '' : ` at ${task}`}: ${oneLine(message, 400)}` }
    }
    case 'failure': {
      const { task, class: of, problem } = fact.value
      return { tone: 'bad', text: `${task} failed (${of})${unsaid(said, task, problem)}` }
    }
    case 'diagnosis': {
      const { task, fix, by } = fact.value
      return plain(`${task} is told (by ${by}): ${oneLine(fix, 300)}`)
    }
    case 'accepted': {
      const { task, what, by } = fact.value
      return notice(`${task}: ${oneLine(by)} accepted ${oneLine(what.join(', '), 300)}`)
    }
    case 'extended':
      return plain(`${fact.value.task} may write ${oneLine(fact.value.paths.join(', '), 300)} too`)
    case 'red-green': {
      const { task, red, message } = fact.value
      return { tone: red ? 'good' : 'bad', text: `${task}: ${oneLine(message, 300)}` }
    }
    case 'reassigned': {
      const { task, from, to, missing } = fact.value
      return notice(`${task} goes from the ${from} to the ${to}: ${oneLine(missing, 300)}`)
    }
    case 'grant':
      return notice(`${fact.value.task} was given more attempts`)
    case 'delivered': {
      const { branch, commit, files = [] } = fact.value
      const also = files.map(({ as, path }) => `, ${as} in ${path}`).join('')
      return { tone: 'good', text: `delivered as ${branch ?? 'a patch'} at ${commit.slice(0, 10)}${also}` }
    }
    default:
      return tellProcess(fact)
  }
}

/** An agent that was too slow is spoken to; the rest of what a turn notes is for its own settlement. */
function tellNote(step: string, note: Json): Told | null {
  if (note === null || typeof note !== 'object' || !('nudged' in note)) return null
  const asked = note['nudged'] === 'finish' ? 'to finish' : 'for its status'
  return notice(`${whoseTurn(step)} is too slow; it is asked ${asked}`)
}

function tellVerdict(
  subject: string,
  { status, commit, message, evidence, reusedFrom }: Verdict,
  said: Map<string, string>,
): Told {
  if (status !== 'passed') said.set(subject, message)
  const time = evidence.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const from = reusedFrom === null ? duration(time) : `seen ${sourceOf(reusedFrom)}`
  const text = `${subject} ${status} at ${commit.slice(0, 10)}: ${oneLine(message, 300)} (${from})`
  return { tone: status === 'passed' ? 'good' : 'bad', text }
}

/** A problem of a task, unless it has just been told. */
function unsaid(said: Map<string, string>, task: string, problem: string): string {
  if (said.get(task) === problem) return ''
  said.set(task, problem)
  return `: ${oneLine(problem, 300)}`
}

function plain(text: string): Told {
  return { tone: 'plain', text }
}

function notice(text: string): Told {
  return { tone: 'notice', text }
}

function amountWords(dimension: LimitDimension, amount: number): string {
  return dimension === 'wallMs' ? `${duration(amount)} of work` : `${amount} ${dimension}`
}
