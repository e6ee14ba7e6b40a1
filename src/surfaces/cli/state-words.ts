import type { ListedRun } from '../../host/run-store.ts'
import { hasEnded } from '../../protocol/has-ended.ts'

/** The journal's status and who plays the run, in one word or two. */
export function stateWords({ view, holder }: Pick<ListedRun, 'view' | 'holder'>): string {
  if (hasEnded(view)) return view.status
  const waits = view.questions.some(({ answer }) => answer === null)
  if (holder !== null) return waits ? 'waiting for a person' : 'running'
  if (waits) return 'waiting for a person, not running'
  return view.status === 'open' ? 'interrupted' : view.status
}
