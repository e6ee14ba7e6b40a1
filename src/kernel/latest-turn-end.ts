import type { Nudge } from './ports/agents.ts'

/** When a turn's time is up: a nudge counts from the turn it is about, and to finish there is at least one silence's length. */
export function latestTurnEnd(
  now: number,
  { totalMs, stallMs }: { readonly totalMs: number; readonly stallMs: number },
  nudge: Nudge | undefined,
): number {
  const end = (nudge?.begunAt ?? now) + totalMs
  return nudge?.kind === 'finish' ? Math.max(end, now + stallMs) : end
}
