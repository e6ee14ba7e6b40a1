import type { Plan, Task } from '../../plan/plan.ts'
import type { Story } from '../story.ts'
import { factsOf } from '../story.ts'
import type { GroupsFact, RestoredTask } from './ticket-facts.ts'
import { isoTime, ticketFacts } from './told-ticket.ts'

/** A task of an iteration and how far it is. */
export interface IterationTask extends State {
  readonly task: Task
  readonly group: string
  readonly strategy: 'parallel' | 'sequential'
}

type State = Omit<RestoredTask, 'task'> & { readonly problem: string | null }

export interface IterationTasks {
  readonly order: GroupsFact
  readonly plan: Plan
  readonly tasks: readonly IterationTask[]
}

/** The tasks of an iteration as the story has them; `null` before they stand. */
export function iterationTasks(story: Story, iteration: number): IterationTasks | null {
  const orders = ticketFacts(story, 'ticket-groups').map(({ value }) => value)
  const order = orders.findLast((each) => each.iteration === iteration)
  if (order === undefined) return null
  const told = factsOf(story, 'plan').findLast(({ value }) => value.revision === order.revision)
  if (told === undefined) return null
  const plan = told.value as unknown as Plan
  const isRestored = orders[0]?.revision === order.revision
  const restored = isRestored ? (ticketFacts(story, 'ticket-restored')[0]?.value.tasks ?? []) : []
  const tasks = plan.tasks.map((task) => {
    const { group = 'A', strategy = 'sequential' } =
      order.groups.find(({ tasks: ids }) => ids.includes(task.id)) ?? {}
    const before = { ...FRESH, ...restored.find((each) => each.task === task.id) }
    return { ...stateOf(story, order, task.id, { group, strategy }, before), task, group, strategy }
  })
  return { order, plan, tasks }
}

type TaskTold = { state: string; attempt: number; note: string | null }

const FRESH: State = {
  status: 'PENDING',
  attempt: 0,
  startedAt: null,
  changedAt: null,
  acceptedAt: null,
  problem: null,
}

function stateOf(
  story: Story,
  { iteration, revision }: GroupsFact,
  id: string,
  { group, strategy }: Pick<IterationTask, 'group' | 'strategy'>,
  before: State,
): State {
  let state = before
  const own = `execute/${id}@r${revision}`
  let isDone = state.status === 'ACCEPTED'
  for (const each of story.happenings) {
    if (each.kind !== 'fact') continue
    const { at, name, fact } = each
    const isOwn = name.startsWith(`${own}/`) || name.startsWith(`${own}.`)
    if (isOwn && fact.kind === 'task') {
      const { state: now, note, ...told } = fact.value as TaskTold
      const attempt = told.attempt + before.attempt
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
