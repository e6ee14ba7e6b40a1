import type { TaskView } from './run-view.ts'

/**
 * How long the open tasks will still take: the tasks that are done tell how long one takes, and the plan's
 * dependencies tell which can go side by side. Never an agent's word.
 */
export function estimateRemaining(tasks: readonly TaskView[], width: number, now: number): number | null {
  const observed = tasks
    .filter(({ state, startedAt, endedAt }) => state === 'done' && startedAt !== null && endedAt !== null)
    .map(({ startedAt, endedAt }) => (endedAt ?? 0) - (startedAt ?? 0))
  if (observed.length === 0) return null
  const typical = observed.reduce((sum, ms) => sum + ms, 0) / observed.length
  const finish = new Map<string, number>()
  const workers = Array.from({ length: Math.max(1, width) }, () => 0)
  let open = tasks.filter((task) => {
    if (isOver(task)) finish.set(task.id, 0)
    return !isOver(task)
  })
  while (open.length > 0) {
    const ready = open.filter((task) => task.dependencies.every((id) => finish.has(id)))
    const next = ready.find(({ startedAt }) => startedAt !== null) ?? ready[0]
    if (!next) return null
    const worker = workers.indexOf(Math.min(...workers))
    const spent = next.startedAt === null ? 0 : now - next.startedAt
    const from = Math.max(workers[worker] ?? 0, ...next.dependencies.map((id) => finish.get(id) ?? 0))
    const end = from + Math.max(typical - spent, typical / 10)
    workers[worker] = end
    finish.set(next.id, end)
    open = open.filter((task) => task !== next)
  }
  return Math.round(Math.max(0, ...finish.values()))
}

/** How much of a task is behind us in each state, from 0 to 1. */
export const shareOf: Readonly<Record<TaskView['state'], number>> = {
  waiting: 0,
  working: 0.1,
  replanning: 0.1,
  diagnosing: 0.5,
  proving: 0.6,
  integrating: 0.8,
  done: 1,
  'given-up': 1,
  blocked: 1,
}

function isOver({ state }: TaskView): boolean {
  return state === 'done' || state === 'given-up' || state === 'blocked'
}
