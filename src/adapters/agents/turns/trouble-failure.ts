import { type AgentTrouble, RunFailure } from '../../../kernel/failure.ts'
import type { ProgramProfile, ServiceTrouble } from '../../../profiles/program-profile.ts'
import { readRetryTime } from '../../../profiles/read-retry-time.ts'

export interface TroubleWords {
  readonly agent: string
  /** `null` for a command of the user's own. */
  readonly program: ProgramProfile | null
  /** What the agent said of it. */
  readonly said: string
  /** The structured part of an error, where there is one. */
  readonly details?: unknown
  readonly now: number
}

const ADVICE: Readonly<Record<ServiceTrouble, (agent: string, how: string) => string>> = {
  'rate-limited': (agent) => `Agent "${agent}" is rate-limited; wait, or choose another agent`,
  overloaded: (agent) => `The model behind agent "${agent}" is overloaded; try again later`,
  unauthorised: (agent, how) => `Agent "${agent}" is not logged in; ${how}, and try again`,
  'out-of-quota': (agent) =>
    `Agent "${agent}" has used up its quota; add to it, wait, or choose another agent`,
  'model-unavailable': (agent) =>
    `Agent "${agent}" cannot use its model; choose one that its account has, or another agent`,
}

/** The failure that the service behind an agent caused, with the moment it ends where that was told. */
export function troubleFailure(trouble: ServiceTrouble, words: TroubleWords, cause?: unknown): RunFailure {
  const { agent, program, said, details = null, now } = words
  const mayEnd = trouble === 'rate-limited' || trouble === 'out-of-quota' || trouble === 'overloaded'
  const retryAt = mayEnd ? readRetryTime(said, details, now) : undefined
  const how = program?.login.how ?? 'log in with its own program'
  const message = `${ADVICE[trouble](agent, how)} (it said: ${shorten(said)}).`
  const failure = { code: 'agent-failed', trouble: trouble satisfies AgentTrouble, message } as const
  return new RunFailure(retryAt === undefined ? failure : { ...failure, retryAt }, { cause })
}

/** One line of bounded length. */
export function shorten(words: string): string {
  const line = words.replaceAll(/\s+/g, ' ').trim()
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}
