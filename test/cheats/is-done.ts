import type { Outcome } from '../../src/kernel/outcome.ts'
import type { StandardResult } from '../../src/playbooks/finish.ts'

/** Whether a run calls its job done: it has come to its end, and its result says so of every task. */
export function isDone(outcome: Outcome): boolean {
  if (outcome.status !== 'completed') return false
  const { tasks } = outcome.result as unknown as StandardResult
  return tasks.every(({ state }) => state === 'done')
}
