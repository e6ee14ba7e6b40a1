import type { Story } from '../story.ts'
import type { IterationTask } from './iteration-tasks.ts'
import { iterationTasks } from './iteration-tasks.ts'
import type { TicketMetrics } from './files-schema.ts'
import { minutesBetween, ticketFacts } from './told-ticket.ts'

/** What may be called complete before a review has accepted it. */
const MOST_BEFORE_REVIEW = 95

/** Everything that is counted, by the program alone. Contract: 100 % only after a review has accepted the iteration. */
export function ticketMetrics(story: Story, iteration: number, createdAt: number): TicketMetrics {
  const { order, tasks } = iterationTasks(story, iteration) ?? { order: null, tasks: [] }
  const isAccepted = ticketFacts(story, 'ticket-verdict').some(({ value }) => value.status === 'ACCEPTED')
  const done = tasks.filter(({ status }) => status === 'ACCEPTED')
  const groups = order?.groups ?? []
  const over = groups.filter(({ group }) => isOver(tasks, group))
  const first = firstChange(story)
  const remaining = isAccepted ? 0 : remainingMinutes(story, iteration, tasks.length, done.length)
  const isSure = isAccepted || over.length * 2 >= Math.max(1, groups.length)
  return {
    tasks_total: tasks.length,
    tasks_completed: done.length,
    groups_total: groups.length,
    groups_completed: over.length,
    percent_complete: isAccepted ? 100 : percent(done.length, tasks.length),
    elapsed_minutes_estimate: minutesBetween(createdAt, story.toldAt),
    remaining_minutes_estimate: remaining,
    eta_confidence: isSure ? 'high' : over.length > 0 ? 'medium' : 'low',
    first_code_change_at: first,
    lead_time_to_first_code_change_minutes:
      first === null ? null : minutesBetween(createdAt, Date.parse(first)),
    latest_group_cycle_minutes_estimate: groupCycle(story),
    latest_iteration_cycle_minutes_estimate: iterationCycle(story),
  }
}

/** The line that people see. */
export function progressLine(metrics: TicketMetrics): string {
  const { percent_complete, tasks_completed, tasks_total, remaining_minutes_estimate: left } = metrics
  return `Progress: ${percent_complete}% | Completed: ${tasks_completed}/${tasks_total} tasks | ETA: ~${left ?? '?'} min remaining`
}

/** When an iteration began; `null` when it has not. */
export function startOf(story: Story, iteration: number): number | null {
  const began = ticketFacts(story, 'ticket-step').find(
    ({ value }) => value.iteration === iteration && value.step === 'O1',
  )
  return began?.at ?? null
}

function percent(done: number, total: number): number {
  return total === 0 ? 0 : Math.min(MOST_BEFORE_REVIEW, Math.floor((100 * done) / total))
}

function isOver(tasks: readonly IterationTask[], group: string): boolean {
  return tasks.filter((each) => each.group === group).every(({ status }) => status === 'ACCEPTED')
}

/** As long for each task that is left as for each that is done; nobody knows before one is. */
function remainingMinutes(story: Story, iteration: number, total: number, done: number): number | null {
  const began = ticketFacts(story, 'ticket-group').find(({ value }) => value.iteration === iteration)?.at
  if (began === undefined || done === 0) return null
  return Math.ceil(((story.toldAt - began) / 60_000 / done) * (total - done))
}

function firstChange(story: Story): string | null {
  const iterations = new Set(ticketFacts(story, 'ticket-groups').map(({ value }) => value.iteration))
  const changes = [...iterations].flatMap((iteration) =>
    (iterationTasks(story, iteration)?.tasks ?? []).flatMap(({ changedAt }) => changedAt ?? []),
  )
  return changes.toSorted()[0] ?? null
}

function groupCycle(story: Story): number | null {
  const told = ticketFacts(story, 'ticket-group')
  const last = told.findLast(({ value }) => value.state !== 'started')
  const began = told.findLast(
    ({ at, value }) =>
      last !== undefined && at <= last.at && value.state === 'started' && value.group === last.value.group,
  )
  return last === undefined || began === undefined ? null : minutesBetween(began.at, last.at)
}

function iterationCycle(story: Story): number | null {
  const verdict = ticketFacts(story, 'ticket-verdict').at(-1)
  const began = verdict === undefined ? null : startOf(story, verdict.value.iteration)
  return verdict === undefined || began === null ? null : minutesBetween(began, verdict.at)
}
