import { Schedule } from '../../src/plan/schedule.ts'
import type { Decision } from '../../src/plan/schedule-decide.ts'
import { decide } from '../../src/plan/schedule-decide.ts'
import type { ScheduleFact } from '../../src/plan/schedule-fact.ts'
import type { SchedulePolicy } from '../../src/plan/schedule-policy.ts'
import type { ScheduledTask } from '../../src/plan/schedule-task.ts'

/** One question to the scheduler: everything that had happened, the time, and its answer. */
export interface Moment {
  readonly facts: readonly ScheduleFact[]
  readonly now: number
  readonly decision: Decision
}

const MOST_MISHAPS = 20
const LONGEST_STORM = 3

/**
 * Plays a plan with the scheduler in a world that does anything: tasks end in any order and any way, agents fail
 * and are parked. Every decision is made twice, from the whole history and as the next in a long fold.
 */
export function playSchedule(
  tasks: readonly ScheduledTask[],
  policy: SchedulePolicy,
  picks: Iterator<number>,
): { readonly moments: readonly Moment[]; readonly diverged: readonly Moment[] } {
  const pick = (below: number): number => Number(picks.next().value) % below
  const schedule = new Schedule(tasks, policy)
  const facts: ScheduleFact[] = []
  const moments: Moment[] = []
  const diverged: Moment[] = []
  const running = new Set<string>()
  let now = 0
  let mishaps = 0
  const tell = (fact: ScheduleFact): void => {
    facts.push(fact)
    schedule.apply(fact)
  }
  for (;;) {
    const decision = decide({ tasks, facts, policy, now })
    const moment = { facts: [...facts], now, decision }
    moments.push(moment)
    if (!isSame(decision, schedule, now)) diverged.push(moment)
    for (const task of decision.block) tell({ kind: 'ended', task, as: 'blocked' })
    for (const task of decision.start) tell({ kind: 'started', task })
    for (const task of decision.start) running.add(task)
    if (running.size === 0 && decision.wakeAt === undefined) return { moments, diverged }
    const action = mishaps < MOST_MISHAPS ? pick(8) : 7
    if (running.size === 0) now = decision.wakeAt ?? now
    else if (action === 0) {
      for (let drop = pick(LONGEST_STORM); drop >= 0; drop -= 1) {
        tell({ kind: 'setback', name: `mishap-${mishaps}-${drop}` })
      }
    } else if (action === 1)
      tell({ kind: 'parked', agent: pick(2) === 0 ? 'first' : 'second', until: now + pick(9) })
    else if (action === 2) now += pick(9)
    else {
      const task = [...running][pick(running.size)] ?? ''
      running.delete(task)
      tell({ kind: 'ended', task, as: pick(8) === 0 ? 'given-up' : 'done' })
    }
    if (action < 3) mishaps += 1
  }
}

function isSame(decision: Decision, schedule: Schedule, now: number): boolean {
  const { start, block, wakeAt } = schedule.admit(now)
  return (
    start.join() === decision.start.join() &&
    block.join() === decision.block.join() &&
    (wakeAt ?? undefined) === decision.wakeAt
  )
}
