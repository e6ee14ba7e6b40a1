import type { Order } from '../../kernel/order.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Plan } from '../../plan/plan.ts'
import { fact } from '../facts.ts'
import type { ObeyedFact, TaskOrder } from './task-order.ts'
import { taskOrderSchema } from './task-order.ts'

/** Where a task stands for whoever gives orders about it. */
export interface TaskStanding {
  /** `elsewhere`: it is over, and so is the part of the run that it belongs to. */
  readonly state: 'waiting' | 'at work' | 'done' | 'given up' | 'blocked' | 'elsewhere'
  readonly life: number
  readonly attempts: number
}

/** The scope of a task of a revision, in its first life or a later one. */
export function taskScope(task: string, revision: number, life: number): string {
  return `${task}@r${revision}${life === 1 ? '' : `.${life}`}`
}

/** The person who does not want a task any more, by the last order about it; look only inside a decision. */
export function leftOutBy(run: Run, task: string, revision: number): string | null {
  const last = ordersFor(run, revision).findLast(({ order }) => order.task === task)
  return last?.order.do === 'skip' ? last.by : null
}

/**
 * Takes each order that nobody has taken yet and records, at once and for good, what comes of it; gives that to
 * whoever has to act on it. A resumed run finds it in its past.
 */
export async function takeOrders(
  run: Run,
  plan: Plan,
  revision: number,
  standing: (task: string) => TaskStanding,
): Promise<readonly ObeyedFact[]> {
  const taken: ObeyedFact[] = []
  for (const { id, order, by } of ordersFor(run, revision)) {
    const name = `order-${id}`
    // What belongs to a later part of the plan is left for it.
    if (!plan.tasks.some((task) => task.id === order.task)) continue
    if (run.recorded().has(`${run.scopeName}/${name}`)) continue
    const value = judge(order, by, plan, standing)
    await run.record(name, fact({ kind: 'obeyed', value }))
    taken.push(value)
  }
  return taken
}

/** What the journal says of orders of a revision, by the name of a fact; `null` for any other fact. */
export function obeyedOf(name: string, value: unknown, revision: number): ObeyedFact | null {
  if (!name.startsWith('order-')) return null
  const obeyed = value as ObeyedFact
  return obeyed.revision === revision ? obeyed : null
}

function judge(
  order: TaskOrder,
  by: string,
  plan: Plan,
  standing: (task: string) => TaskStanding,
): ObeyedFact {
  const { state } = standing(order.task)
  const nothing = { ...order, by, leftOut: false, reopened: [] }
  if (order.do === 'skip') {
    if (state === 'waiting') {
      return { ...nothing, leftOut: true, text: `${order.task} is left out, as ${by} says.` }
    }
    if (state === 'at work') {
      return { ...nothing, text: `${order.task} is given up when its attempt ends, as ${by} says.` }
    }
    return { ...nothing, text: `Nothing to skip: ${order.task} is over.` }
  }
  if (state !== 'given up' && state !== 'blocked') {
    return { ...nothing, text: `Nothing to retry: ${order.task} is ${words[state]}.` }
  }
  const reopened = toReopen(order.task, plan, standing).map((task) => {
    const { life, attempts } = standing(task)
    return { task, life: life + 1, attempts }
  })
  const names = reopened.map(({ task }) => task).join(', ')
  return {
    ...nothing,
    reopened,
    text: `${names} ${reopened.length === 1 ? 'begins' : 'begin'} again, as ${by} says.`,
  }
}

const words: Readonly<Record<TaskStanding['state'], string>> = {
  waiting: 'waiting',
  'at work': 'at work',
  done: 'done',
  'given up': 'given up',
  blocked: 'blocked',
  elsewhere: 'over, and so is its part of the run',
}

/** The task, what keeps it from starting, and what waited for any of these. */
function toReopen(
  task: string,
  { tasks }: Plan,
  standing: (task: string) => TaskStanding,
): readonly string[] {
  const states = new Map(tasks.map(({ id }) => [id, standing(id).state]))
  const isLost = (id: string): boolean => states.get(id) === 'given up' || states.get(id) === 'blocked'
  const chosen = new Set([task])
  for (const id of chosen) {
    for (const on of tasks.find((each) => each.id === id)?.dependencies ?? []) if (isLost(on)) chosen.add(on)
  }
  for (const id of chosen) {
    for (const each of tasks) {
      if (each.dependencies.includes(id) && states.get(each.id) === 'blocked') chosen.add(each.id)
    }
  }
  return tasks.map(({ id }) => id).filter((id) => chosen.has(id))
}

function ordersFor(
  run: Run,
  revision: number,
): readonly (Omit<Order, 'order'> & { readonly order: TaskOrder })[] {
  return run.orders().flatMap(({ id, order, by }) => {
    const given = taskOrderSchema.safeParse(order).data
    return given?.revision === revision ? [{ id, by, order: given }] : []
  })
}
