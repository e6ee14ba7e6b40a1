import { asRecord, type JsonRecord } from '../../../kernel/untrusted-json.ts'
import { amountOf, isSenselessAmount } from '../../../kernel/usage.ts'
import { usageIn } from './unstable-methods.ts'

/** Tokens as an agent counts them. `input` is all that the model read, from a cache or not. */
export interface TokenCount {
  readonly total: number
  readonly input: number | null
  readonly output: number | null
  /** How many of `input` came from a cache; `null` when that was not told. */
  readonly cached: number | null
}

const TOTAL = ['totalTokens', 'total_tokens']
const INPUT = ['inputTokens', 'input_tokens', 'promptTokens', 'prompt_tokens']
const OUTPUT = ['outputTokens', 'output_tokens', 'completionTokens', 'completion_tokens']
const CACHED = ['cachedReadTokens', 'cached_read_tokens', 'cachedInputTokens', 'cached_input_tokens']

/** Tokens of a usage record in any of the spellings agents use; `null` when it holds none. */
export function readTokens(usage: unknown): TokenCount | null {
  const record = asRecord(usage)
  const [input, output, cached] = [INPUT, OUTPUT, CACHED].map((names) => firstNumber(record, names))
  const told = firstNumber(record, TOTAL)
  if (told === null && input === null && output === null) return null
  const total = told ?? (input ?? 0) + (output ?? 0)
  if (input === undefined || output === undefined || input === null || output === null) {
    return { total, input: null, output: null, cached: null }
  }
  // Where the parts do not make up the total, what was read from a cache is counted apart from the input.
  const apart = Math.max(0, total - input - output)
  return { total, input: input + apart, output, cached: cached ?? null }
}

/** Whether a usage record holds a figure that can be none. */
export function hasSenselessTokens(usage: unknown): boolean {
  const record = asRecord(usage)
  return [...TOTAL, ...INPUT, ...OUTPUT, ...CACHED].some((name) => isSenselessAmount(record[name]))
}

/** Tokens that a prompt's answer reports. */
export function readAnswerTokens(answer: unknown): TokenCount | null {
  for (const usage of usageIn(answer)) {
    const tokens = readTokens(usage)
    if (tokens !== null) return tokens
  }
  return null
}

function firstNumber(record: JsonRecord, names: readonly string[]): number | null {
  for (const name of names) {
    const value = amountOf(record[name])
    if (value !== null) return value
  }
  return null
}
