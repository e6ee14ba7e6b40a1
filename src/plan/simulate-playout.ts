import { Schedule } from './schedule.ts'
import type { SchedulePolicy } from './schedule-policy.ts'
import type { ScheduledTask } from './schedule-task.ts'

/** What carrying out a task comes to in one play. */
export interface Toil {
  readonly minutes: number
  readonly as: 'done' | 'given-up'
}

/** One task at work, by which worker, in minutes from the start. */
export interface Span extends Toil {
  readonly task: string
  readonly worker: number
  readonly from: number
}

export interface Playout {
  /** Minutes from the first start to the last end. */
  readonly makespan: number
  /** In the order of starting; a task that is blocked has none. */
  readonly spans: readonly Span[]
}

/** Plays a plan on a clock of its own: the scheduler sees estimates, the work takes what `toilOf` says. */
export function playOut(
  tasks: readonly ScheduledTask[],
  policy: SchedulePolicy,
  toilOf: ReadonlyMap<string, Toil>,
): Playout {
  const schedule = new Schedule(tasks, policy)
  const spans: Span[] = []
  const working = new Map<number, Span>()
  let now = 0
  for (;;) {
    for (const task of schedule.admit(now).start) {
      const toil = toilOf.get(task) ?? { minutes: 0, as: 'done' }
      const span = { task, worker: freeWorker(working), from: now, minutes: toil.minutes, as: toil.as }
      working.set(span.worker, span)
      spans.push(span)
    }
    const next = firstToEnd(working)
    if (next === null) return { makespan: now, spans }
    now = endOf(next)
    working.delete(next.worker)
    schedule.apply({ kind: 'ended', task: next.task, as: next.as })
  }
}

function freeWorker(working: ReadonlyMap<number, Span>): number {
  let worker = 0
  while (working.has(worker)) worker += 1
  return worker
}

function firstToEnd(working: ReadonlyMap<number, Span>): Span | null {
  let first: Span | null = null
  for (const span of working.values()) if (first === null || endOf(span) < endOf(first)) first = span
  return first
}

function endOf({ from, minutes }: Span): number {
  return from + minutes
}
