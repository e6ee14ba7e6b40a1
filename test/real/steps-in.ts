import type { RunEvent } from '../../src/kernel/event.ts'

/** Steps that failed, each with why. */
export function failuresIn(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) =>
    event.type === 'step-failed' ? [`${event.step}: ${event.failure.message}`] : [],
  )
}

/** Names of the steps that were completed and are called so. */
export function completed(events: readonly RunEvent[], name: RegExp): readonly string[] {
  return events.flatMap((event) =>
    event.type === 'step-completed' && name.test(event.step) ? [event.step] : [],
  )
}
