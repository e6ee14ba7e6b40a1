import type { UsageReport } from '../../../profiles/usage-report.ts'
import { readAnswerTokens, readTokens, type TokenCount } from './read-usage.ts'
import { costIn, usageOnChunk } from './unstable-methods.ts'
import type { JsonRecord } from '../../../kernel/untrusted-json.ts'

/** What a program's figures stand for. */
export interface UsageReports {
  readonly tokens: UsageReport
  readonly usd: UsageReport
}

export interface TurnUsage {
  readonly tokens: TokenCount | null
  readonly usd: number | null
}

/**
 * Turns what an agent tells into what each turn used. Contract: what was not told, or cannot be told apart from
 * other turns, is `null`, never 0.
 */
export class SessionUsage {
  readonly #reports: UsageReports
  #usdBefore: number | null
  #usdTold: number | null = null
  #tokensBefore: TokenCount | null
  #chunkTokens: TokenCount | null = null

  /** `isNew` is false for a session that a former process has used. */
  constructor(reports: UsageReports, isNew: boolean) {
    this.#reports = reports
    this.#usdBefore = isNew ? 0 : null
    this.#tokensBefore = isNew ? NOTHING : null
  }

  /** Takes one `session/update`. */
  take(update: JsonRecord): void {
    this.#usdTold = costIn(update) ?? this.#usdTold
    if (update['sessionUpdate'] !== 'agent_message_chunk') return
    const tokens = readTokens(usageOnChunk(update))
    if (tokens !== null) this.#chunkTokens = combine(this.#chunkTokens ?? NOTHING, tokens, 1)
  }

  /** What the present turn has used so far. */
  soFar(): TurnUsage {
    return { tokens: this.#chunks(), usd: this.#usd() }
  }

  /** What was used since the last call, with what the turn's answer tells. */
  settle(answer: unknown): TurnUsage {
    const used = { tokens: this.#settleTokens(answer), usd: this.#usd() }
    if (this.#usdTold !== null) this.#usdBefore = this.#usdTold
    this.#usdTold = null
    this.#chunkTokens = null
    return used
  }

  #usd(): number | null {
    const told = this.#usdTold
    if (told === null) return null
    if (this.#reports.usd === 'per-turn') return told
    if (this.#reports.usd !== 'cumulative' || this.#usdBefore === null) return null
    return told >= this.#usdBefore ? told - this.#usdBefore : told
  }

  #chunks(): TokenCount | null {
    const { tokens } = this.#reports
    return tokens === 'per-call' || tokens === 'per-turn' ? this.#chunkTokens : null
  }

  #settleTokens(answer: unknown): TokenCount | null {
    const told = readAnswerTokens(answer)
    if (this.#reports.tokens === 'per-turn') return told ?? this.#chunkTokens
    if (this.#reports.tokens === 'cumulative') return this.#since(told)
    return this.#chunks()
  }

  #since(told: TokenCount | null): TokenCount | null {
    if (told === null) return null
    const before = this.#tokensBefore
    this.#tokensBefore = told
    if (before === null) return null
    return told.total >= before.total ? combine(told, before, -1) : told
  }
}

const NOTHING: TokenCount = { total: 0, input: 0, output: 0, cached: 0 }

function combine(one: TokenCount, other: TokenCount, sign: 1 | -1): TokenCount {
  const each = (a: number | null, b: number | null): number | null =>
    a === null || b === null ? null : a + sign * b
  return {
    total: one.total + sign * other.total,
    input: each(one.input, other.input),
    output: each(one.output, other.output),
    cached: each(one.cached, other.cached),
  }
}
