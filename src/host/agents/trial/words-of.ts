import { lastJsonObject } from '../../../contracts/read-reply.ts'
import { oneLine } from '../../../kernel/plain-text.ts'
import { asRecord, type JsonRecord } from '../../../kernel/untrusted-json.ts'
import type { TakenTurn } from './conductor.ts'

/** Why a turn did not come to a reply, or what it replied, short enough for a table. */
export function turnWords({ reply, failure }: TakenTurn): string {
  if (failure !== null) return oneLine(failure.message, 300)
  return `it said: ${oneLine(reply?.text ?? '', 160) || 'nothing'}`
}

/** The JSON object that a reply ends with; empty when there is none. */
export function jsonOf({ reply }: TakenTurn): JsonRecord {
  return asRecord(lastJsonObject(reply?.text ?? ''))
}

/** `83 ms` or `2.3 s`. */
export function timeWords(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}
