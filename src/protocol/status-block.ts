import { wavesOf } from '../plan/plan-graph.ts'
import { subjectOf } from './name-step.ts'
import type { RunView, TaskView } from './run-view.ts'

/** Where a plan stands: how far, in which wave, what is held up and why, and what comes next. */
export interface StatusBlock {
  readonly run: string
  readonly objective: string
  readonly done: number
  readonly total: number
  readonly percent: number
  readonly waves: readonly { readonly number: number; readonly done: number; readonly total: number }[]
  readonly blocked: readonly { readonly id: string; readonly why: string; readonly forMs: number }[]
  /** The first wave of which nothing has begun; `null` when there is none. */
  readonly next: { readonly wave: number; readonly pending: readonly string[] } | null
}

/** `null` before there is a plan. */
export function statusBlock(view: RunView, now: number): StatusBlock | null {
  if (view.tasks.length === 0) return null
  const byId = new Map(view.tasks.map((task) => [task.id, task]))
  const waves = wavesOf(view.tasks).map((ids) =>
    ids.flatMap((id) => {
      const task = byId.get(id)
      return task === undefined ? [] : [task]
    }),
  )
  const next = waves.findIndex((tasks) => tasks.every(({ state }) => state === 'waiting'))
  const { percent, tasksDone: done, tasksTotal: total } = view.progress
  return {
    run: view.run,
    objective: view.objective,
    done,
    total,
    percent,
    waves: waves.map((tasks, index) => ({
      number: index + 1,
      done: tasks.filter(({ state }) => state === 'done').length,
      total: tasks.length,
    })),
    blocked: view.tasks.flatMap((task) => heldUp(task, view, byId, now)),
    next: next < 0 ? null : { wave: next + 1, pending: (waves[next] ?? []).map(({ id }) => id) },
  }
}

/** A task that waits for a person, or for one that will not be done. One whose turn has not come is not held up. */
function heldUp(
  task: TaskView,
  view: RunView,
  byId: ReadonlyMap<string, TaskView>,
  now: number,
): StatusBlock['blocked'] {
  const { id, state, dependencies } = task
  if (state === 'done' || state === 'given-up') return []
  const question = view.questions.find(({ id: asked, answer }) => answer === null && subjectOf(asked) === id)
  if (question) return [{ id, why: 'waits for an answer', forMs: now - question.askedAt }]
  const missing = dependencies.flatMap((each) => {
    const needed = byId.get(each)
    return needed !== undefined && isLost(needed) ? [needed] : []
  })
  if (missing.length > 0) {
    const since = Math.min(...missing.map(({ endedAt }) => endedAt ?? now))
    return [{ id, why: `needs ${missing.map((each) => each.id).join(', ')}`, forMs: now - since }]
  }
  if (state !== 'blocked') return []
  return [{ id, why: task.note ?? 'cannot start', forMs: now - (task.endedAt ?? now) }]
}

function isLost({ state }: TaskView): boolean {
  return state === 'given-up' || state === 'blocked'
}
