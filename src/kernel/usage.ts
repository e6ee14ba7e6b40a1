/** What an agent's turn cost. Contract: `null` means that nobody told us, and is never read as zero. */
export interface Usage {
  readonly turns: number
  readonly tokens: number | null
  readonly usd: number | null
  /** `usd` was reckoned by a list of prices, because the agent does not tell it. */
  readonly isEstimated?: true
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
