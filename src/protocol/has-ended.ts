import type { RunView } from './run-view.ts'

/** Whether a run is over for good: nothing can resume, answer or cancel it. */
export function hasEnded({ status }: Pick<RunView, 'status'>): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}
