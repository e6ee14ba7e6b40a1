import type { Usage } from '../../../kernel/usage.ts'
import { priceOf } from '../../../profiles/price-of.ts'
import type { TurnUsage } from './session-usage.ts'

/** What a turn used; money that the agent did not tell is reckoned by the model's list price, where both are known. */
export function priceUsage({ tokens, usd, isSenseless }: TurnUsage, model: string | null): Usage {
  const senseless = isSenseless ? { isSenseless } : {}
  const told: Usage = { turns: 1, tokens: tokens?.total ?? null, usd, ...senseless }
  if (usd !== null || tokens === null || model === null) return told
  const price = priceOf(model, tokens)
  return price === null ? told : { ...told, usd: price, isEstimated: true }
}
