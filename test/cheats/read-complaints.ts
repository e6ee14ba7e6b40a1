import type { RunEvent } from '../../src/kernel/event.ts'
import type { Json } from '../../src/kernel/json.ts'

/** Everything the journal holds against the work, in its own words: findings, failures, verdicts, questions. */
export function readComplaints(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event): readonly string[] => {
    switch (event.type) {
      case 'step-failed':
      case 'run-failed':
      case 'run-stopped':
        return [event.failure.message]
      case 'step-in-doubt':
        return [`${event.step} was interrupted.`]
      case 'question-asked':
        return event.ask.kind === 'approval' ? [] : [event.ask.text]
      case 'fact-recorded':
        return event.name.startsWith('intake/') ? [] : complaintsOf(event.kind, event.value)
      default:
        return []
    }
  })
}

function complaintsOf(kind: string, value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const fact = value as Readonly<Record<string, Json>>
  if (kind === 'verdict' && fact['status'] === 'passed') return []
  return ['message', 'problem', 'text', 'note'].flatMap((name) => {
    const words = fact[name]
    return typeof words === 'string' ? [words] : []
  })
}
