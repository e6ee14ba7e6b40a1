import type { RequestError } from '@agentclientprotocol/sdk'
import { RunFailure } from '../../../kernel/failure.ts'
import type { ProgramProfile, ServiceTrouble } from '../../../profiles/program-profile.ts'
import { recogniseTrouble, recogniseTroubleInReply } from '../../../profiles/recognise-trouble.ts'
import { troubleFailure, shorten } from '../turns/trouble-failure.ts'

/** Whose words are translated; `program` is `null` for a command of the user's own. */
export interface Speaker {
  readonly agent: string
  readonly program: ProgramProfile | null
}

/** An agent's JSON-RPC error as a failure; agents use codes freely, so the words count before the code. */
export function translateError(error: RequestError, { agent, program }: Speaker, now: number): RunFailure {
  const said = errorWords(error)
  const trouble = recogniseTrouble(`${statusIn(error.code)} ${said}`, program) ?? BY_CODE[error.code]
  if (trouble !== undefined)
    return troubleFailure(trouble, { agent, program, said, details: error.data, now }, error)
  const message = `Agent "${agent}" answered with error ${error.code}; see its own log for the cause (it said: ${shorten(said)}).`
  return new RunFailure({ code: 'agent-failed', trouble: 'protocol', message }, { cause: error })
}

/** What an agent said in a turn, and the last piece of it: what breaks off a reply is told after its first half. */
export interface Said {
  readonly text: string
  readonly last: string
}

/** What a reply that tells of nothing but an error means; `null` for any other. */
export function translateReply(
  { text, last }: Said,
  { agent, program }: Speaker,
  now: number,
): RunFailure | null {
  for (const said of [text, last]) {
    const trouble = recogniseTroubleInReply(said, program)
    if (trouble !== null) return troubleFailure(trouble, { agent, program, said, now })
  }
  return null
}

/** What an agent that tries again by itself is waiting for; `null` when that is nothing of the service. */
export function translateReason(reason: string, { agent, program }: Speaker, now: number): RunFailure | null {
  const trouble = recogniseTrouble(reason, program)
  return trouble === null ? null : troubleFailure(trouble, { agent, program, said: reason, now })
}

const BY_CODE: Readonly<Record<number, ServiceTrouble>> = {
  [-32_000]: 'unauthorised',
  [-32_003]: 'rate-limited',
}

/** Some agents put a service's HTTP status where the protocol's code belongs. */
function statusIn(code: number): string {
  return code >= 400 && code < 600 ? `status ${code}:` : ''
}

/** All that an error says. */
export function errorWords({ message, data }: RequestError): string {
  if (data === undefined || data === null) return message
  return `${message} ${typeof data === 'string' ? data : JSON.stringify(data)}`
}
