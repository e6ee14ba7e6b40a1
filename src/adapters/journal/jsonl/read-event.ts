import { EVENT_VERSION } from '../../../kernel/event.ts'
import type { EventBody, RunEvent } from '../../../kernel/event.ts'

/** Every type of event that this Tutti reads. */
export const eventTypes: Readonly<Record<EventBody['type'], true>> = {
  'run-started': true,
  'run-resumed': true,
  'run-paused': true,
  'run-stopped': true,
  'run-cancel-requested': true,
  'run-completed': true,
  'run-failed': true,
  'run-cancelled': true,
  'step-started': true,
  'step-noted': true,
  'step-spent': true,
  'step-in-doubt': true,
  'step-completed': true,
  'step-failed': true,
  'step-outdated': true,
  'question-asked': true,
  'question-answered': true,
  'budget-opened': true,
  'budget-raised': true,
  'fact-recorded': true,
}

/** Throws for the line at hand; the advice says what to do when a backup would be the wrong answer. */
export type Refuse = (reason: string, advice?: string) => never

/** The event of a line. Contract: what this Tutti cannot understand goes to `refuse`, never into a run. */
export function readEvent(line: unknown, refuse: Refuse): RunEvent {
  if (!isStamped(line)) return refuse('it is not an event')
  if (line.v > EVENT_VERSION) {
    return refuse(
      `a newer Tutti wrote it (event version ${line.v}; this one reads up to ${EVENT_VERSION})`,
      'go on with that newer version',
    )
  }
  if (line.v !== EVENT_VERSION) return refuse(`event version ${line.v} is unknown`)
  if (!isEvent(line)) return refuse(`event type ${JSON.stringify(line.type)} is unknown`)
  return line
}

interface Stamped {
  readonly v: number
  readonly seq: number
  readonly at: number
  readonly type: string
}

function isStamped(line: unknown): line is Stamped {
  return (
    typeof line === 'object' &&
    line !== null &&
    'v' in line &&
    typeof line.v === 'number' &&
    'seq' in line &&
    typeof line.seq === 'number' &&
    'at' in line &&
    typeof line.at === 'number' &&
    'type' in line &&
    typeof line.type === 'string'
  )
}

function isEvent(line: Stamped): line is RunEvent {
  return Object.hasOwn(eventTypes, line.type)
}
