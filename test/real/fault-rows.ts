import type { ScriptedFault, ScriptedStep } from '../../src/adapters/models/scripted/scenario.ts'
import type { RunEvent } from '../../src/kernel/event.ts'
import type { Json } from '../../src/kernel/json.ts'
import { patchStep } from './hostile-says.ts'

/** What a fault does to the first turns of a job of one task, and what has to come of it. */
export interface FaultRow {
  readonly name: string
  /** What the model does, in place of the work, until the run has taken notice. */
  readonly instead: readonly ScriptedStep[]
  /** What it tries beside its work, given the user's checkout. */
  readonly beside?: (checkout: string) => readonly ScriptedStep[]
  /** Somebody who is killed while the model is silent. */
  readonly killed?: 'agent' | 'tutti'
  /** Whether the run has taken notice, so that the fault may be over. */
  readonly isNoticed?: (events: readonly RunEvent[], requests: number, agent: string) => boolean
  readonly settings?: Readonly<Record<string, Json>>
  /** Whether the run stops to ask a person before it goes on. */
  readonly asks?: boolean
  /** What is wrong with the journal of the whole run; nothing when all is well. */
  readonly judge: (events: readonly RunEvent[], agent: string) => readonly string[]
}

const silent: readonly ScriptedStep[] = [fault({ kind: 'hang' })]
/** Agents that do not pass on when a limit ends; after them the run waits as long as its policy says. */
const SILENT_ABOUT_RESETS: readonly string[] = ['codex']
/** Agents that wait for the end of a limit by themselves, if it is near, and do not tell. */
const WAIT_THEMSELVES: readonly string[] = ['gemini']
/** Agents that ask their model again by themselves when its answer breaks off, many times; for the others it is a failure. */
const ASK_AGAIN: readonly string[] = ['grok', 'copilot', 'opencode']
const patience = { limits: { 'stall-time': '8s' } }

/** The trouble of every turn that failed, in order. */
export function troublesIn(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) =>
    event.type === 'step-failed' && event.failure.code === 'agent-failed' ? [event.failure.trouble] : [],
  )
}

/** How often agents were told something because they had been silent. */
function nudgesIn(events: readonly RunEvent[]): number {
  return events.filter((event) => event.type === 'step-noted' && 'nudged' in Object(event.note)).length
}

export const FAULT_ROWS: readonly FaultRow[] = [
  {
    name: 'the agent is killed in its turn',
    instead: silent,
    killed: 'agent',
    judge: (events) => expectTroubles(events, ['crashed']),
  },
  {
    name: 'Tutti is killed in a turn',
    instead: silent,
    killed: 'tutti',
    judge: (events) => [
      ...expectTroubles(events, []),
      ...(events.some(({ type }) => type === 'step-in-doubt') ? [] : ['no step was in doubt']),
    ],
  },
  {
    name: 'the stream is cut',
    instead: [fault({ kind: 'cut-stream' })],
    isNoticed: (events, requests) => hasTrouble(events) || begun(events, '/repair-1') || requests > 3,
    judge: (events, agent) => [
      ...expectTroubles(events, ASK_AGAIN.includes(agent) ? [] : ['overloaded']),
      ...(begun(events, '/repair-1') ? ['half a reply was taken for a reply'] : []),
    ],
  },
  {
    name: '429 with a reset',
    instead: [fault({ kind: 'status', status: 429, retryAfterSeconds: 6 })],
    isNoticed: (events, requests, agent) =>
      hasTrouble(events) || (WAIT_THEMSELVES.includes(agent) && requests > 2),
    judge: (events, agent) => {
      if (WAIT_THEMSELVES.includes(agent)) return expectTroubles(events, [])
      const early = SILENT_ABOUT_RESETS.includes(agent) ? begunWithoutPause : begunTooEarly
      return [...expectTroubles(events, ['rate-limited']), ...early(events)]
    },
  },
  {
    name: '401',
    instead: [fault({ kind: 'status', status: 401 })],
    asks: true,
    judge: (events) => [
      ...expectTroubles(events, ['unauthorised']),
      ...(events.some(({ type }) => type === 'question-asked') ? [] : ['nobody was asked']),
    ],
  },
  {
    name: 'a hang',
    instead: silent,
    settings: patience,
    isNoticed: (events) => nudgesIn(events) + troublesIn(events).length > 0,
    judge: (events) =>
      nudgesIn(events) === 0 ? expectTroubles(events, ['hung']) : expectTroubles(events, []),
  },
  {
    name: 'two cancelled turns in a row',
    instead: silent,
    settings: patience,
    isNoticed: (events) => nudgesIn(events) + troublesIn(events).length > 1,
    judge: (events) => (nudgesIn(events) + troublesIn(events).length > 1 ? [] : ['one turn was cancelled']),
  },
  {
    name: 'a permission is denied',
    instead: [],
    beside: (checkout) => [
      { do: 'write', path: `${checkout}/denied.txt`, text: 'denied' },
      patchStep(`${checkout}/denied.txt`),
    ],
    judge: (events) => [
      ...expectTroubles(events, []),
      ...(JSON.stringify(events).includes('The implementer was not let') ? [] : ['no finding says so']),
    ],
  },
  {
    name: 'a reply without JSON',
    instead: [{ do: 'say', text: 'I have done it, believe me.' }],
    isNoticed: (events) => completed(events, '/repair-2'),
    judge: (events) => [
      ...expectTroubles(events, []),
      ...(sessionsOf(events, '/attempt-1/').size === 1 ? [] : ['the repairs were not in the same session']),
      ...(failuresIn(events).includes('transient: no fitting reply') ? [] : ['it has no class']),
      ...(completed(events, '/attempt-2/implement/try-1/turn') ? [] : ['it was not tried again']),
    ],
  },
]

/** The class of every attempt that failed, and whether it was for want of a fitting reply. */
function failuresIn(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) => {
    if (event.type !== 'fact-recorded' || event.kind !== 'failure') return []
    const { class: of, problem } = event.value as { readonly class: string; readonly problem: string }
    return [problem.includes('no fitting reply in 3 turns') ? `${of}: no fitting reply` : of]
  })
}

function begun(events: readonly RunEvent[], end: string): boolean {
  return events.some((event) => event.type === 'step-started' && event.step.endsWith(end))
}

function fault(of: ScriptedFault): ScriptedStep {
  return { do: 'fault', fault: of }
}

function hasTrouble(events: readonly RunEvent[]): boolean {
  return troublesIn(events).length > 0
}

function expectTroubles(events: readonly RunEvent[], expected: readonly string[]): readonly string[] {
  const found = [...new Set(troublesIn(events))]
  return found.join() === expected.join()
    ? []
    : [`trouble: ${found.join(', ') || 'none'}, not ${expected.join(', ') || 'none'}`]
}

/** A turn that was begun at once, although an agent that says no moment is waited for as the policy says. */
function begunWithoutPause(events: readonly RunEvent[]): readonly string[] {
  const limited = events.findIndex((event) => event.type === 'step-failed')
  const after = events.slice(limited)
  const [failed] = after
  if (failed?.type !== 'step-failed' || failed.failure.code !== 'agent-failed') return ['nothing failed']
  if (failed.failure.retryAt !== undefined) return ['it does say when the limit ends']
  const paused = after.findIndex((event) => event.type === 'step-completed' && event.step.endsWith('/pause'))
  const next = after.findIndex((event) => event.type === 'step-started' && event.kind === 'turn')
  return paused !== -1 && paused < next ? [] : ['the next turn was begun without a pause']
}

/** A turn that was begun before the moment at which a limit was known to end. */
function begunTooEarly(events: readonly RunEvent[]): readonly string[] {
  const limited = events.findIndex((event) => event.type === 'step-failed')
  const failed = events[limited]
  if (failed?.type !== 'step-failed' || failed.failure.code !== 'agent-failed') return ['nothing failed']
  const { retryAt } = failed.failure
  if (retryAt === undefined) return ['nobody knows when the limit ends']
  const next = events.slice(limited).find((event) => event.type === 'step-started' && event.kind === 'turn')
  return next !== undefined && next.at >= retryAt ? [] : ['the next turn was begun too early']
}

function completed(events: readonly RunEvent[], end: string): boolean {
  return events.some((event) => event.type === 'step-completed' && event.step.endsWith(end))
}

function sessionsOf(events: readonly RunEvent[], part: string): ReadonlySet<string> {
  return new Set(
    events.flatMap((event) => {
      if (event.type !== 'step-noted' || !event.step.includes(part)) return []
      const { session } = Object(event.note) as { readonly session?: string }
      return session === undefined ? [] : [session]
    }),
  )
}
