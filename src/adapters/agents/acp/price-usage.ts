import type { Usage } from '../../../kernel/usage.ts'
import type { TurnUsage } from './session-usage.ts'

/** What a turn used. */
export function priceUsage({ tokens, usd }: TurnUsage, _model: string | null): Usage {
  return { turns: 1, tokens: tokens?.total ?? null, usd }
}
