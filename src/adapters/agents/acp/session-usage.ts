import type { UsageReport } from '../../../profiles/usage-report.ts'
import { SessionFigure } from '../turns/session-figure.ts'
import { hasSenselessTokens, readAnswerTokens, readTokens, type TokenCount } from './read-usage.ts'
import { costIn, usageIn, usageOnChunk } from './unstable-methods.ts'
import type { JsonRecord } from '../../../kernel/untrusted-json.ts'

/** What a program's figures stand for. */
export interface UsageReports {
  readonly tokens: UsageReport
  readonly usd: UsageReport
}

export interface TurnUsage {
  readonly tokens: TokenCount | null
  readonly usd: number | null
  /** Something that was told made no sense and is not counted. */
  readonly isSenseless: boolean
}

/**
 * Turns what an agent tells into what each turn used. Contract: what was not told, or cannot be told apart from
 * other turns, is `null`, never 0; nothing that is told makes less of what was told before.
 */
export class SessionUsage {
  readonly #reports: UsageReports
  readonly #usd: SessionFigure
  #tokensBefore: TokenCount | null
  #chunkTokens: TokenCount | null = null
  #hasSenselessTokens = false

  /** `isNew` is false for a session that a former process has used. */
  constructor(reports: UsageReports, isNew: boolean) {
    this.#reports = reports
    this.#usd = new SessionFigure(reports.usd, isNew)
    this.#tokensBefore = isNew ? NOTHING : null
  }

  /** Takes one `session/update`. */
  take(update: JsonRecord): void {
    this.#usd.take(costIn(update))
    if (update['sessionUpdate'] !== 'agent_message_chunk') return
    const told = usageOnChunk(update)
    this.#hasSenselessTokens ||= hasSenselessTokens(told)
    const tokens = readTokens(told)
    if (tokens !== null) this.#chunkTokens = sum(this.#chunkTokens ?? NOTHING, tokens)
  }

  /** What the present turn has used so far. */
  soFar(): TurnUsage {
    return { tokens: this.#chunks(), usd: this.#usd.soFar(), isSenseless: this.#isSenseless() }
  }

  /** What was used since the last call, with what the turn's answer tells. */
  settle(answer: unknown): TurnUsage {
    this.#hasSenselessTokens ||= usageIn(answer).some(hasSenselessTokens)
    const isSenseless = this.#isSenseless()
    const used = { tokens: this.#settleTokens(answer), usd: this.#usd.settle(), isSenseless }
    this.#chunkTokens = null
    this.#hasSenselessTokens = false
    return used
  }

  #isSenseless(): boolean {
    return this.#usd.isSenseless || this.#hasSenselessTokens
  }

  #chunks(): TokenCount | null {
    const { tokens } = this.#reports
    return tokens === 'per-call' || tokens === 'per-turn' ? this.#chunkTokens : null
  }

  #settleTokens(answer: unknown): TokenCount | null {
    const told = readAnswerTokens(answer)
    if (this.#reports.tokens === 'cumulative') return this.#since(told)
    const chunks = this.#chunks()
    if (this.#reports.tokens !== 'per-turn' || told === null) return chunks
    return chunks !== null && chunks.total > told.total ? chunks : told
  }

  #since(told: TokenCount | null): TokenCount | null {
    if (told === null) return null
    const before = this.#tokensBefore
    this.#tokensBefore = told
    if (before === null) return null
    return told.total >= before.total ? difference(told, before) : told
  }
}

const NOTHING: TokenCount = { total: 0, input: 0, output: 0, cached: 0 }

function sum(one: TokenCount, other: TokenCount): TokenCount {
  const each = (a: number | null, b: number | null): number | null =>
    a === null || b === null ? null : a + b
  return {
    total: one.total + other.total,
    input: each(one.input, other.input),
    output: each(one.output, other.output),
    cached: each(one.cached, other.cached),
  }
}

/** Where one part has become smaller although the total has not, the parts say nothing of what was used since. */
function difference(later: TokenCount, earlier: TokenCount): TokenCount {
  const each = (a: number | null, b: number | null): number | null =>
    a === null || b === null ? null : a - b
  const total = later.total - earlier.total
  const [input, output, cached] = (['input', 'output', 'cached'] as const).map((part) =>
    each(later[part], earlier[part]),
  )
  const isSound = [input, output, cached].every((part) => (part ?? 0) >= 0)
  if (!isSound || input === undefined || output === undefined) {
    return { total, input: null, output: null, cached: null }
  }
  return { total, input, output, cached: cached ?? null }
}
