import type { TurnLogEntry } from '../../src/adapters/agents/scripted/turn-log.ts'
import type { RunEvent } from '../../src/kernel/event.ts'
import type { RunEvidence } from './read-evidence.ts'

/** One way in which a resumed run broke its promise. */
export interface Breach {
  readonly kind: BreachKind
  readonly what: string
}

export type BreachKind =
  | 'not-completed'
  | 'journal-rewritten'
  | 'step-redone'
  | 'call-redone'
  | 'call-unexplained'
  | 'result-differs'
  | 'commit-twice'
  | 'process-left'
  | 'worktree-left'
  | 'file-left'
  | 'repository-damaged'
  | 'user-touched'

/** A process's death: what was on disk then, and how many events the next process found. */
export interface Death {
  readonly at: RunEvidence
  readonly eventsFound: number
}

/** Judges a run that has ended, by its journal and by the agents' own log. */
export function findReplayBreaches(deaths: readonly Death[], end: RunEvidence): readonly Breach[] {
  return [
    ...(end.events.at(-1)?.type === 'run-completed' ? [] : [breach('not-completed', lastWords(end))]),
    ...deaths.flatMap((death) => [
      ...findRewrites(death, end),
      ...findRedoneSteps(death, end),
      ...findRedoneCalls(death, end),
    ]),
    ...findUnexplainedCalls(end),
  ]
}

/** A journal only ever grows. */
function findRewrites({ at, eventsFound }: Death, end: RunEvidence): readonly Breach[] {
  // Somebody may have answered a question between the death and the next process.
  const known = Math.min(at.events.length, eventsFound)
  const isKept = JSON.stringify(at.events.slice(0, known)) === JSON.stringify(end.events.slice(0, known))
  return isKept ? [] : [breach('journal-rewritten', `one of the first ${known} events`)]
}

/** A step whose end was durable is never begun, doubted or ended again. */
function findRedoneSteps({ at, eventsFound }: Death, end: RunEvidence): readonly Breach[] {
  const ended = new Set(at.events.flatMap((event) => (isStepEnd(event) ? [event.step] : [])))
  return end.events.slice(eventsFound).flatMap((event) => {
    const isAgain = event.type === 'step-started' || event.type === 'step-in-doubt' || isStepEnd(event)
    return isAgain && ended.has(event.step) ? [breach('step-redone', `${event.type} ${event.step}`)] : []
  })
}

/** A call whose reply was durable is never made again, whatever became of its step. */
function findRedoneCalls({ at }: Death, end: RunEvidence): readonly Breach[] {
  const replied = new Set(
    at.events.flatMap((event) => (isReply(event) || isStepEnd(event) ? [event.step] : [])),
  )
  const again = end.turns.slice(at.turns.length).filter(isStart)
  return again
    .filter(({ step }) => replied.has(step))
    .map(({ step, attempt }) => breach('call-redone', `${step}, attempt ${attempt}`))
}

/** A call is made again only after the journal has said that it was in doubt. */
function findUnexplainedCalls({ events, turns }: RunEvidence): readonly Breach[] {
  const calls = countBy(turns.filter(isStart).map(({ step }) => step))
  const doubts = countBy(events.flatMap((event) => (event.type === 'step-in-doubt' ? [event.step] : [])))
  return [...calls].flatMap(([step, count]) => {
    const explained = 1 + (doubts.get(step) ?? 0)
    return count <= explained ? [] : [breach('call-unexplained', `${step} was called ${count} times`)]
  })
}

/** How many calls were made more than once. */
export function countRepeatedCalls(turns: readonly TurnLogEntry[]): number {
  const calls = countBy(turns.filter(isStart).map(({ step }) => step))
  return [...calls.values()].reduce((sum, count) => sum + count - 1, 0)
}

export function breach(kind: BreachKind, what: string): Breach {
  return { kind, what }
}

function isStart({ phase }: TurnLogEntry): boolean {
  return phase === 'start'
}

function isStepEnd(event: RunEvent): event is Extract<RunEvent, { type: 'step-completed' | 'step-failed' }> {
  return event.type === 'step-completed' || event.type === 'step-failed'
}

function isReply(event: RunEvent): event is Extract<RunEvent, { type: 'step-noted' }> {
  return (
    event.type === 'step-noted' &&
    typeof event.note === 'object' &&
    event.note !== null &&
    'reply' in event.note
  )
}

function lastWords({ events }: RunEvidence): string {
  return `the journal ends with ${JSON.stringify(events.at(-1) ?? null).slice(0, 300)}`
}

function countBy(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
