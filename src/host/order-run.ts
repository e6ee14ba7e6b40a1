import { randomBytes } from 'node:crypto'
import type { RunEvent } from '../kernel/event.ts'
import { RunFailure } from '../kernel/failure.ts'
import type { LimitDimension } from '../kernel/usage.ts'
import { hasEnded } from '../protocol/has-ended.ts'
import type { QuestionView, RunView, TaskView } from '../protocol/run-view.ts'
import { viewRun } from '../protocol/view-run.ts'
import type { TaskOrder } from '../stages/execute/task-order.ts'
import type { Author } from './letter.ts'
import type { Locations } from './locations.ts'
import { readEvents } from './run-store.ts'
import type { Told } from './tell-run.ts'
import { answerRun, tellRun } from './tell-run.ts'

export interface TaskOrdered {
  readonly told: Told
  /** The question that was answered by the order; `null` when none was open. */
  readonly question: string | null
  /** A question of the task that the order cannot answer, so that it has to be answered first. */
  readonly waitsFor: string | null
}

/** What a task's open question calls the order. */
const options = { skip: 'give-up', retry: 'again' } as const

/** Tells a run to leave a task out, or to take it up again; refused where that makes no sense now. */
export async function orderTask(
  locations: Locations,
  run: string,
  what: TaskOrder['do'],
  id: string,
  author: Author,
): Promise<TaskOrdered> {
  const events = await readEvents(locations, run)
  const view = viewRun(events)
  const task = findTask(view, id)
  const question = findQuestion(view, id, options[what])
  if (question !== null) {
    const answer = { option: options[what], text: null, ...author }
    const { told } = await answerRun(locations, run, question.id, () => answer)
    return { told, question: question.id, waitsFor: null }
  }
  refuseUnfit(view, task, what)
  const order: TaskOrder = { do: what, task: id, revision: revisionOf(events) }
  const told = await tellOrder(locations, run, order, author)
  return { told, question: null, waitsFor: findQuestion(view, id, null)?.id ?? null }
}

/** Raises a cap of the whole run. */
export async function addBudget(
  locations: Locations,
  run: string,
  dimension: LimitDimension,
  amount: number,
  author: Author,
): Promise<Told> {
  const view = viewRun(await readEvents(locations, run))
  refuseEnded(view)
  if (view.limits[dimension] === undefined) {
    throw refuse(`${run} has no cap on ${names[dimension]}, so there is nothing to add to.`)
  }
  const raise = { id: newOrderId(), dimension, amount, ...author }
  return tellRun(
    locations,
    run,
    { type: 'raise', raise },
    (event) => event.type === 'budget-raised' && event.order === raise.id,
  )
}

function tellOrder(locations: Locations, run: string, order: TaskOrder, author: Author): Promise<Told> {
  const id = newOrderId()
  return tellRun(
    locations,
    run,
    { type: 'order', order: { id, order, ...author } },
    (event) => event.type === 'fact-recorded' && event.kind === 'ordered' && event.name.endsWith(`/${id}`),
  )
}

const names: Readonly<Record<LimitDimension, string>> = {
  turns: 'turns',
  tokens: 'tokens',
  usd: 'US dollars',
  wallMs: 'time',
}

/** Of an order that is told now. */
export function newOrderId(): string {
  return randomBytes(6).toString('hex')
}

function findTask(view: RunView, id: string): TaskView {
  refuseEnded(view)
  if (view.tasks.length === 0) throw refuse(`${view.run} has no plan yet, and so no tasks.`)
  const task = view.tasks.find((each) => each.id === id)
  if (task) return task
  throw refuse(
    `There is no task "${id}" in ${view.run}. Its tasks: ${view.tasks.map((each) => each.id).join(', ')}.`,
  )
}

/** A question that a task at work has asked, and that can be answered with this option; with `null`, any. */
function findQuestion({ questions }: RunView, task: string, option: string | null): QuestionView | null {
  const isAboutTask = (id: string): boolean =>
    id.split('/').some((part) => part.startsWith(`${task}@r`) && /^[\d.]+$/.test(part.slice(task.length + 2)))
  return (
    questions.find(
      ({ id, ask, answer }) =>
        answer === null &&
        isAboutTask(id) &&
        (option === null || ask.options.some((offered) => offered.id === option)),
    ) ?? null
  )
}

function refuseUnfit({ stage }: RunView, { id, state }: TaskView, what: TaskOrder['do']): void {
  if (what === 'retry') {
    const isOver = state === 'given-up' || state === 'blocked'
    if (isOver && stage === 'execute') return
    throw refuse(
      isOver
        ? `Nothing to retry: ${id} is ${words[state]}, and the run is past its tasks.`
        : `Nothing to retry: ${id} is ${words[state]}.`,
    )
  }
  if (state === 'done' || state === 'given-up' || state === 'blocked') {
    throw refuse(`Nothing to skip: ${id} is ${words[state]} already.`)
  }
}

const words: Readonly<Record<TaskView['state'], string>> = {
  waiting: 'waiting',
  working: 'at work',
  proving: 'at work',
  diagnosing: 'at work',
  integrating: 'at work',
  replanning: 'being planned anew',
  done: 'done',
  'given-up': 'given up',
  blocked: 'blocked',
}

/** Nobody listens any more to orders for a run that has ended. */
export function refuseEnded(view: RunView): void {
  if (hasEnded(view)) throw refuse(`${view.run} has ended (${view.status}) and takes no orders.`)
}

function revisionOf(events: readonly RunEvent[]): number {
  const plan = events.findLast((event) => event.type === 'fact-recorded' && event.kind === 'plan')
  if (plan?.type !== 'fact-recorded') return 1
  return (plan.value as { readonly revision: number }).revision
}

function refuse(message: string): RunFailure {
  return new RunFailure({ code: 'bad-input', message })
}
