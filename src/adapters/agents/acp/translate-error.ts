import type { RequestError } from '@agentclientprotocol/sdk'
import { type AgentTrouble, RunFailure } from '../../../kernel/failure.ts'
import { readRetryTime } from '../../../profiles/read-retry-time.ts'

const RATE_LIMIT =
  /\b429\b|rate[ _-]?limit|too many requests|usage limit|quota exceeded|resource[_ ]exhausted/i
const OVERLOAD = /\b(503|529)\b|overloaded|service unavailable|at capacity/i
const LOGIN =
  /\b401\b|unauthori[sz]ed|authentication|not logged in|invalid api key|api key (is )?(missing|invalid)/i

/** An agent's JSON-RPC error as a failure; agents use codes freely, so the words count beside the code. */
export function translateError(error: RequestError, agent: string, now: number): RunFailure {
  const words = `${error.message} ${describe(error.data)}`
  const said = short(words)
  const trouble = troubleOf(error.code, words)
  const retryAt = trouble === 'rate-limited' ? readRetryTime(error.message, error.data, now) : undefined
  const message = {
    'rate-limited': `Agent "${agent}" is rate-limited; wait, or choose another agent (it said: ${said}).`,
    overloaded: `The model behind agent "${agent}" is overloaded; try again later (it said: ${said}).`,
    unauthorised: `Agent "${agent}" is not logged in; log in with its own program and try again (it said: ${said}).`,
    protocol: `Agent "${agent}" answered with error ${error.code}; see its own log for the cause (it said: ${said}).`,
  }[trouble]
  return new RunFailure(
    { code: 'agent-failed', trouble, message, ...(retryAt === undefined ? {} : { retryAt }) },
    { cause: error },
  )
}

type RequestTrouble = Extract<AgentTrouble, 'rate-limited' | 'overloaded' | 'unauthorised' | 'protocol'>

function troubleOf(code: number, words: string): RequestTrouble {
  if (code === -32003 || code === 429 || RATE_LIMIT.test(words)) return 'rate-limited'
  if (code === 503 || code === 529 || OVERLOAD.test(words)) return 'overloaded'
  if (code === -32000 || code === 401 || code === 403 || LOGIN.test(words)) return 'unauthorised'
  return 'protocol'
}

function describe(details: unknown): string {
  if (details === undefined || details === null) return ''
  return typeof details === 'string' ? details : JSON.stringify(details)
}

function short(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ').trim()
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}

/** What a reply that tells of nothing but trouble means. */
export function translateReply(
  _reply: string,
  _agent: string,
  _program: unknown,
  _now: number,
): RunFailure | null {
  return null
}
