/** What an agent's turn cost. Contract: `null` means that nobody told us, and is never read as zero. */
export interface Usage {
  readonly turns: number
  readonly tokens: number | null
  readonly usd: number | null
  /** `usd` was reckoned by a list of prices, because the agent does not tell it. */
  readonly isEstimated?: true
  /** Something of what the agent told made no sense, and was not counted as it was told. */
  readonly isSenseless?: true
}

/** No turn uses more. A larger figure is charged as this one, so that sums stay exact. */
const LARGEST_AMOUNT = 1e12

/** An amount as somebody tells it; `null` for what is none: no number, not finite, or below nothing. */
export function amountOf(told: unknown): number | null {
  if (typeof told !== 'number' || !Number.isFinite(told) || told < 0) return null
  return Math.min(told, LARGEST_AMOUNT)
}

/** Whether an amount was told that can be none. */
export function isSenselessAmount(told: unknown): boolean {
  return told !== undefined && told !== null && amountOf(told) !== told
}

/** What is left of a usage without what makes no sense in it. */
export function soundUsage(usage: Usage): Usage {
  const { tokens, usd } = usage
  const turns = amountOf(usage.turns) ?? 0
  const isSenseless = isSenselessAmount(tokens) || isSenselessAmount(usd)
  return {
    ...usage,
    turns,
    tokens: amountOf(tokens),
    usd: amountOf(usd),
    ...(isSenseless ? { isSenseless } : {}),
  }
}

/** Two reports of the same turn as one. Contract: what was told once is never taken back. */
export function atLeast(earlier: Usage, later: Usage): Usage {
  return {
    turns: Math.max(earlier.turns, later.turns),
    tokens: larger(earlier.tokens, later.tokens),
    usd: larger(earlier.usd, later.usd),
    ...(later.isEstimated ? { isEstimated: true } : {}),
    ...(earlier.isSenseless || later.isSenseless ? { isSenseless: true } : {}),
  }
}

function larger(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other)
}

/** Caps on spend, for a run or for one scope of it. A dimension that is absent is not capped. */
export interface Limits {
  readonly turns?: number
  readonly tokens?: number
  readonly usd?: number
  /** Milliseconds in which a step was at work; waiting for a person or for a timer does not count. */
  readonly wallMs?: number
}

export type LimitDimension = keyof Limits
