import { RunFailure } from '../../../kernel/failure.ts'
import { recogniseTrouble } from '../../../profiles/recognise-trouble.ts'
import type { ConfiguredAgent } from '../turns/configured-agent.ts'
import { troubleFailure } from '../turns/trouble-failure.ts'
import type { TurnTrouble } from './judge-turn.ts'

/** What a turn failed with, as a failure: what the service has against us, or else the program's own trouble. */
export function failureFrom(
  { trouble, words, message }: TurnTrouble,
  { name, program }: ConfiguredAgent,
  now: number,
): RunFailure {
  const service = recogniseTrouble(words, program)
  if (service === null) return new RunFailure({ code: 'agent-failed', trouble, message })
  return troubleFailure(service, { agent: name, program, said: words, now })
}
