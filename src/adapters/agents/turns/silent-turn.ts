import { RunFailure } from '../../../kernel/failure.ts'
import type { Usage } from '../../../kernel/usage.ts'

/**
 * The failure of a turn in which nothing was said, thought or done and nothing used: some programs end a turn like
 * that, as if all was well, when their service refuses them. `null` for any other turn.
 */
export function silentTurn(
  agent: string,
  { isSilent }: { readonly isSilent: boolean },
  { tokens, usd }: Usage,
): RunFailure | null {
  if (!isSilent || (tokens ?? 0) > 0 || (usd ?? 0) > 0) return null
  const message = `Agent "${agent}" ended its turn without a word and without asking its model; see whether its account and its model are in order.`
  return new RunFailure({ code: 'agent-failed', trouble: 'protocol', message })
}
