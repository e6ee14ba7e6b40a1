import {
  type AgentRequestMethod,
  type AgentRequestParamsByMethod,
  type AgentRequestResponsesByMethod,
  client,
  type ClientConnection,
  RequestError,
  type RequestPermissionResponse,
} from '@agentclientprotocol/sdk'
import { RunFailure } from '../../../kernel/failure.ts'
import type { Clock } from '../../../kernel/ports/clock.ts'
import type { LaunchedProcess, ProcessEnd } from '../../../kernel/ports/processes.ts'
import { openMessageStream } from './message-stream.ts'
import { type Speaker, translateError } from './translate-error.ts'
import { overLimit } from '../turns/over-limit.ts'
import { waitAtMost } from '../turns/wait-at-most.ts'

const DRAIN_MS = 1000
const END_GRACE_MS = 2000
const CHECK_COMMAND = 'check that its command starts an ACP server on standard input and output.'

/** Whoever has the floor: one session at a time. */
export interface ConnectionListeners {
  readonly onUpdate: (params: unknown) => void
  readonly onPermission: (params: unknown) => Promise<RequestPermissionResponse>
}

/** One agent process and the protocol on its pipes. Contract: when either goes, both go. */
export class AgentConnection {
  readonly #speaker: Speaker
  readonly #process: LaunchedProcess
  readonly #clock: Clock
  readonly #connection: ClientConnection
  readonly #departure: Promise<RunFailure>
  /** Resolves when the process is gone with everything it started, with how many outlived it. */
  readonly gone: Promise<number>
  #ending: Promise<number> | null = null
  #hasAnswered = false
  #listeners: ConnectionListeners = nobody

  constructor(speaker: Speaker, process: LaunchedProcess, clock: Clock) {
    const { agent } = speaker
    this.#speaker = speaker
    this.#process = process
    this.#clock = clock
    this.#connection = client({ name: 'tutti' })
      .onRequest('session/request_permission', asSent, ({ params }) => this.#listeners.onPermission(params))
      .connect(
        openMessageStream({
          agent,
          stdin: process.stdin,
          stdout: process.stdout,
          onUpdate: (params) => this.#listeners.onUpdate(params),
        }),
      )
    this.#departure = this.#connection.closed.then(() => this.#describeDeparture())
    this.gone = this.#departure.then(() => this.end()).catch(() => 0)
    process.ended
      .then(() => waitAtMost(clock, DRAIN_MS, this.#connection.closed))
      .then(() => this.#connection.close())
      .catch(() => undefined)
  }

  get isOpen(): boolean {
    return !this.#connection.signal.aborted
  }

  /** Gives the floor to a session, or with `null` to nobody. */
  listen(listeners: ConnectionListeners | null): void {
    this.#listeners = listeners ?? nobody
  }

  async request<Method extends AgentRequestMethod>(
    method: Method,
    params: AgentRequestParamsByMethod[Method],
  ): Promise<AgentRequestResponsesByMethod[Method]> {
    return this.#answerTo(() => this.#connection.agent.request(method, params))
  }

  /** For methods that the stable protocol does not have. */
  async requestOther(method: string, params: object): Promise<unknown> {
    return this.#answerTo(() => this.#connection.agent.request(method, params))
  }

  async #answerTo<T>(ask: () => Promise<T>): Promise<T> {
    try {
      const answer = await ask()
      this.#hasAnswered = true
      return answer
    } catch (error) {
      if (error instanceof RunFailure) throw error
      if (error instanceof RequestError) throw translateError(error, this.#speaker, this.#clock.now())
      throw await this.#departure
    }
  }

  /** Asks the agent to stop its turn; an agent that cannot be asked any more is no error. */
  async cancel(sessionId: string): Promise<void> {
    await this.#connection.agent.notify('session/cancel', { sessionId }).catch(() => undefined)
  }

  /** Ends the process and everything it started, and tells how many outlived it; may be called any number of times. */
  end(): Promise<number> {
    this.#ending ??= this.#end()
    return this.#ending
  }

  async #end(): Promise<number> {
    this.#connection.close()
    return this.#process.end(END_GRACE_MS)
  }

  async #describeDeparture(): Promise<RunFailure> {
    const end = await waitAtMost(this.#clock, DRAIN_MS, this.#process.ended)
    const limit = this.#process.exceeded()
    if (limit !== null) return overLimit(this.#speaker.agent, limit)
    const lastWords = this.#process.stderrTail().replaceAll(/\s+/g, ' ').trim().slice(-300)
    const when = this.#hasAnswered ? 'in the middle of its work' : 'before it said a word of the protocol'
    const advice = this.#hasAnswered ? 'start its command by hand to see why.' : CHECK_COMMAND
    const more = lastWords === '' ? advice : `the last it printed to standard error: ${lastWords}`
    const message = `Agent "${this.#speaker.agent}" ${describeEnd(end)} ${when}; ${more}`
    return new RunFailure({ code: 'agent-failed', trouble: 'crashed', message })
  }
}

const nobody: ConnectionListeners = {
  onUpdate: () => undefined,
  onPermission: () => Promise.resolve({ outcome: { outcome: 'cancelled' } }),
}

function asSent(params: unknown): unknown {
  return params
}

function describeEnd(end: ProcessEnd | null): string {
  if (end === null) return 'closed its output'
  return end.signal === null ? `ended with exit code ${end.code}` : `was ended by ${end.signal}`
}
