import { modelPrices } from './model-prices.ts'

const MILLION = 1_000_000

/** Tokens to be priced. `input` is all that the model read; `cached` is how much of it came from a cache. */
export interface PricedTokens {
  readonly input: number | null
  readonly output: number | null
  readonly cached: number | null
}

/**
 * What a model's tokens cost in US dollars by its list price; `null` when the model or the tokens are not known.
 * Contract: an estimate, to be shown as one. Without a word about a cache everything counts as read anew.
 */
export function priceOf(model: string, { input, output, cached }: PricedTokens): number | null {
  const name = plainName(model)
  const price = Object.hasOwn(modelPrices, name) ? modelPrices[name] : undefined
  if (price === undefined || input === null || output === null) return null
  const [perInput, perOutput, perCached] = price
  const remembered = Math.min(cached ?? 0, input)
  const sum = (input - remembered) * perInput + output * perOutput + remembered * perCached
  return sum / MILLION
}

/** `anthropic/claude-sonnet-4-5-20250929` and `gpt-5.5[high]` by the names that their makers list. */
function plainName(model: string): string {
  return model
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/\[[^\]]*\]$/, '')
    .replace(/[-@](\d{8}|\d{4}-\d\d-\d\d|latest)$/, '')
}
