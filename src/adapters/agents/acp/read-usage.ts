import { asNumber, asRecord, type JsonRecord } from '../../../kernel/untrusted-json.ts'

const TOTAL = ['totalTokens', 'total_tokens']
const PARTS = [
  ['inputTokens', 'input_tokens', 'promptTokens', 'prompt_tokens'],
  ['outputTokens', 'output_tokens', 'completionTokens', 'completion_tokens'],
]

/** Tokens of a usage record in any of the spellings agents use; `null` when it holds none. */
export function readTokens(usage: unknown): number | null {
  const record = asRecord(usage)
  const total = firstNumber(record, TOTAL)
  if (total !== null) return total
  const parts = PARTS.map((names) => firstNumber(record, names)).filter((part) => part !== null)
  return parts.length === 0 ? null : parts.reduce((sum, part) => sum + part, 0)
}

/** Tokens that a prompt's answer reports, where the different agents put them. */
export function readAnswerTokens(answer: unknown): number | null {
  const { usage, _meta } = asRecord(answer)
  const meta = asRecord(_meta)
  return readTokens(usage) ?? readTokens(meta['usage']) ?? readTokens(asRecord(meta['quota'])['token_count'])
}

/** The session's cost so far that a `usage_update` reports, if it is in dollars. */
export function readCost(update: unknown): number | null {
  const cost = asRecord(asRecord(update)['cost'])
  return cost['currency'] === 'USD' ? asNumber(cost['amount']) : null
}

function firstNumber(record: JsonRecord, names: readonly string[]): number | null {
  for (const name of names) {
    const value = asNumber(record[name])
    if (value !== null) return value
  }
  return null
}
