import { RunFailure } from '../../../kernel/failure.ts'
import type { ServiceTrouble } from '../../../profiles/program-profile.ts'
import { readRetryTime } from '../../../profiles/read-retry-time.ts'
import { recogniseTrouble } from '../../../profiles/recognise-trouble.ts'
import type { ConfiguredAgent } from '../turns/configured-agent.ts'
import type { TurnTrouble } from './judge-turn.ts'

/** What a turn failed with, as a failure: what the service has against us, or else the program's own trouble. */
export function failureFrom(
  { trouble, words, message }: TurnTrouble,
  { name, program }: ConfiguredAgent,
  now: number,
): RunFailure {
  const service = recogniseTrouble(words, program)
  if (service === null) return new RunFailure({ code: 'agent-failed', trouble, message })
  const said = words.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
  const retryAt = service === 'rate-limited' ? readRetryTime(words, null, now) : undefined
  return new RunFailure({
    code: 'agent-failed',
    trouble: service,
    message: `${sentences[service](name)} (it said: ${said}).`,
    ...(retryAt === undefined ? {} : { retryAt }),
  })
}

const sentences: Readonly<Record<ServiceTrouble, (agent: string) => string>> = {
  'rate-limited': (agent) => `Agent "${agent}" is rate-limited; wait, or choose another agent`,
  overloaded: (agent) => `The model behind agent "${agent}" is overloaded; try again later`,
  unauthorised: (agent) => `Agent "${agent}" is not logged in; log in with its own program and try again`,
  'out-of-quota': (agent) => `The account of agent "${agent}" has nothing left; choose another agent`,
  'model-unavailable': (agent) => `Agent "${agent}" cannot have its model; correct it in tutti.yaml`,
}
