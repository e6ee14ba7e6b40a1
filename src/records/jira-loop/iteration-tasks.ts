import type { Plan, Task } from '../../plan/plan.ts'
import type { Story } from '../story.ts'
import { factsOf } from '../story.ts'
import type { GroupsFact, RestoredTask } from './ticket-facts.ts'
import { isoTime, ticketFacts } from './told-ticket.ts'

/** A task of an iteration and how far it is. */
export interface IterationTask {
  readonly task: Task
  readonly group: string
  readonly strategy: 'parallel' | 'sequential'
  readonly status: string
  readonly attempt: number
  readonly startedAt: string | null
  readonly changedAt: string | null
  readonly acceptedAt: string | null
  readonly problem: string | null
}

export interface IterationTasks {
  readonly order: GroupsFact
  readonly plan: Plan
  readonly tasks: readonly IterationTask[]
}

/** The tasks of an iteration as the story has them; `null` before they stand. */
export function iterationTasks(story: Story, iteration: number): IterationTasks | null {
  const order = ticketFacts(story, 'ticket-groups').findLast(
    ({ value }) => value.iteration === iteration,
  )?.value
  if (order === undefined) return null
  const told = factsOf(story, 'plan').findLast(({ value }) => value.revision === order.revision)
  if (told === undefined) return null
  const plan = told.value as unknown as Plan
  const isRestored = ticketFacts(story, 'ticket-groups')[0]?.value.revision === order.revision
  const restored = isRestored ? (ticketFacts(story, 'ticket-restored')[0]?.value.tasks ?? []) : []
  const tasks = plan.tasks.map((task) => {
    const { group = 'A', strategy = 'sequential' } =
      order.groups.find(({ tasks: ids }) => ids.includes(task.id)) ?? {}
    const before = restored.find((each) => each.task === task.id) ?? null
    return { task, group, strategy, ...stateOf(story, order, task.id, { group, strategy }, before) }
  })
  return { order, plan, tasks }
}

type TaskTold = { state: string; attempt: number; note: string | null }
type State = Omit<IterationTask, 'task' | 'group' | 'strategy'>

function stateOf(
  story: Story,
  { iteration, revision }: GroupsFact,
  id: string,
  { group, strategy }: Pick<IterationTask, 'group' | 'strategy'>,
  before: RestoredTask | null,
): State {
  let state: State = {
    status: before?.status ?? 'PENDING',
    attempt: before?.attempt ?? 0,
    startedAt: before?.startedAt ?? null,
    changedAt: before?.changedAt ?? null,
    acceptedAt: before?.acceptedAt ?? null,
    problem: null,
  }
  const earlier = before?.attempt ?? 0
  const own = `execute/${id}@r${revision}`
  let isDone = state.status === 'ACCEPTED'
  for (const each of story.happenings) {
    if (each.kind !== 'fact') continue
    const { at, name, fact } = each
    const isOwn = name.startsWith(`${own}/`) || name.startsWith(`${own}.`)
    if (isOwn && fact.kind === 'task') {
      const { state: now, note, ...told } = fact.value as TaskTold
      const attempt = told.attempt + earlier
      if (now === 'working') state = { ...state, attempt, startedAt: state.startedAt ?? isoTime(at) }
      if (now === 'proving') state = { ...state, status: 'DONE', changedAt: state.changedAt ?? isoTime(at) }
      if (now === 'integrating') state = { ...state, status: 'SYNTAX_VALID' }
      if (now === 'given-up' || now === 'replanning') state = { ...state, status: 'REJECTED', problem: note }
      if (now !== 'done') continue
      isDone = true
      state = strategy === 'parallel' ? { ...state, status: 'SYNTAX_VALID' } : accepted(state, at)
    } else if (isOwn && fact.kind === 'failure') {
      const { problem } = fact.value as { problem: string }
      state = { ...state, status: statusAfter(name, strategy), problem }
    } else if (fact.kind === 'ticket-group') {
      const told = fact.value as { iteration: number; group: string; state: string }
      const isGroup = told.iteration === iteration && told.group === group && told.state === 'accepted'
      if (isGroup && isDone) state = accepted(state, at)
    }
  }
  return state
}

function accepted(state: State, at: number): State {
  return { ...state, status: 'ACCEPTED', acceptedAt: state.acceptedAt ?? isoTime(at), problem: null }
}

/** What a failure is called: by the reviewer, by what the program checks, or because nothing came of the work. */
function statusAfter(name: string, strategy: 'parallel' | 'sequential'): string {
  const what = name.slice(name.lastIndexOf('/') + 1)
  if (/^failure-(?:review|mend)/.test(what)) return 'REJECTED'
  if (/^failure-(?:agent|prepare|work)/.test(what)) return 'ERROR'
  return strategy === 'parallel' ? 'SYNTAX_ERROR' : 'REJECTED'
}
