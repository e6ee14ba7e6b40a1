import type { Task } from './plan.ts'

const BY_EFFORT = { small: 15, medium: 45, large: 120 } as const
const UNKNOWN = 30

/** How long one agent needs for a task: the plan's own estimate, else a rule of thumb by its effort. Above 0. */
export function estimatedMinutes({ estimates: { minutes, effort } }: Pick<Task, 'estimates'>): number {
  if (minutes !== null && minutes > 0) return minutes
  return effort === null ? UNKNOWN : BY_EFFORT[effort]
}
