import type { Json } from '../../kernel/json.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { ScheduleFact } from '../../plan/schedule-fact.ts'
import type { Setback, TaskState } from '../facts.ts'
import { obeyedOf } from './orders.ts'
import type { ObeyedFact, Reopened } from './task-order.ts'

/** What scheduling depends on, and what a person's orders made of it. */
export type PastFact =
  | ScheduleFact
  | { readonly kind: 'left-out'; readonly task: string; readonly by: string }
  | ({ readonly kind: 'reopened' } & Reopened)

/** What the journal says of the tasks of one revision. */
export interface PastOfTasks {
  /** In the order in which it happened. */
  readonly facts: readonly PastFact[]
  /** Whether a task has asked for another plan, so that nothing new was to start. */
  readonly isDraining: boolean
}

/** A new run has no past; a resumed one decides from it as if it had never stopped. */
export function pastOfTasks(run: Run, revision: number): PastOfTasks {
  const own = [...run.recorded()].flatMap(([name, value]) => {
    const [scope = '', ...rest] = name.slice(run.scopeName.length + 1).split('/')
    const obeyed = obeyedOf(scope, value, revision)
    if (obeyed !== null) return [{ name, task: obeyed.task, kind: 'obeyed', value }]
    const [, task = '', planned] = /^(.*)@r(\d+)(?:\.\d+)?$/.exec(scope) ?? []
    return Number(planned) === revision ? [{ name, task, kind: rest.at(-1) ?? '', value }] : []
  })
  return {
    facts: own.flatMap(({ name, task, kind, value }): readonly PastFact[] =>
      kind === 'obeyed' ? factsOfOrder(value as ObeyedFact) : scheduleFacts(name, task, kind, value),
    ),
    isDraining: own.some(({ kind }) => kind === 'task-replanning'),
  }
}

function factsOfOrder({ task, by, leftOut, reopened }: ObeyedFact): readonly PastFact[] {
  if (leftOut) return [{ kind: 'left-out', task, by }]
  return reopened.map((each) => ({ kind: 'reopened', ...each }))
}

function scheduleFacts(name: string, task: string, kind: string, value: Json): readonly ScheduleFact[] {
  if (kind === 'failed') return setbackFacts(name, value as { readonly setback?: Setback })
  if (kind.endsWith('-extended')) {
    const { paths } = value as { readonly paths: readonly string[] }
    return [{ kind: 'extended', task, paths }]
  }
  if (!kind.startsWith('task-')) return []
  const state = kind.slice('task-'.length) as TaskState
  switch (state) {
    case 'working':
      return [{ kind: 'started', task }]
    case 'done':
    case 'given-up':
    case 'blocked':
      return [{ kind: 'ended', task, as: state }]
    case 'proving':
    case 'diagnosing':
    case 'integrating':
    case 'replanning':
      return []
  }
}

function setbackFacts(name: string, { setback }: { readonly setback?: Setback }): readonly ScheduleFact[] {
  return setback === undefined ? [] : [factOf({ name, ...setback })]
}

/** A setback as the scheduler sees it: one with a known end parks the agent, any other one slows the run. */
export function factOf({ name, agent, until }: { readonly name: string } & Setback): ScheduleFact {
  return until === null ? { kind: 'setback', name } : { kind: 'parked', agent, until }
}
