import { asRecord } from '../../../kernel/untrusted-json.ts'
import { fillRequired, fillSchema } from './fill-schema.ts'
import type { ModelAnswer, ModelRequest } from './wire.ts'

/** The first words with which agents ask for something beside the work: what to propose next, what to remember. */
const ASIDES = [/^\[SUGGESTION MODE/, /^\[MEMORY/]

/**
 * The answer to what an agent asks for itself and not for its user, or `null` when it is a turn's own request:
 * a title (no tools), a judgement (one forced tool, or a verdict by schema), a suggestion (the user said nothing).
 */
export function answerAside(request: ModelRequest, said: string, serial: number): ModelAnswer | null {
  const { forced, schema, tools } = request
  if (forced !== null && forced.name !== 'StructuredOutput') {
    return { call: forced, id: `call_aside_${serial}`, input: fillRequired(forced.schema, {}) }
  }
  if (schema !== null && (tools.length === 0 || isVerdict(asRecord(schema['properties'])))) {
    return { say: JSON.stringify(fillSchema(schema)) }
  }
  if (tools.length === 0) return { say: 'A title' }
  return said === '' || ASIDES.some((aside) => aside.test(said)) ? { say: 'Nothing.' } : null
}

/** Codex lets a second model judge what the first one wants to do. */
function isVerdict(properties: object): boolean {
  return 'outcome' in properties && 'risk_level' in properties
}
