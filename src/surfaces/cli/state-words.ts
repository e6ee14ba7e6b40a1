import type { LockHolder } from '../../host/run-lock.ts'
import { hasEnded } from '../../protocol/has-ended.ts'
import type { RunRow } from '../../protocol/run-row.ts'

/** The journal's status and who plays the run, in one word or two. */
export function stateWords(row: Pick<RunRow, 'status' | 'isAsking'>, holder: LockHolder | null): string {
  if (hasEnded(row)) return row.status
  if (holder !== null) return row.isAsking ? 'waiting for a person' : 'running'
  if (row.isAsking) return 'waiting for a person, not running'
  return row.status === 'open' ? 'interrupted' : row.status
}
