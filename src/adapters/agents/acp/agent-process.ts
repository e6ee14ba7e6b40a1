import type { Clock } from '../../../kernel/ports/clock.ts'
import type { IsolationLevel } from '../../../kernel/ports/isolation.ts'
import type { LaunchedProcess } from '../../../kernel/ports/processes.ts'
import { asRecord, type JsonRecord } from '../../../kernel/untrusted-json.ts'
import { waitAtMost } from '../turns/wait-at-most.ts'
import { AgentConnection } from './agent-connection.ts'
import type { Refusals } from './refusals.ts'
import { greetAgent } from './greet-agent.ts'
import type { Speaker } from './translate-error.ts'

const CLOSE_MS = 1000
const SETTLE_MS = 500
const LOOK_EVERY_MS = 25

/** One process of an agent. Contract: it holds one session at a time. */
export class AgentProcess {
  readonly speaker: Speaker
  /** Processes with the same key are alike in everything: command, environment, folder and confinement. */
  readonly key: string
  readonly connection: AgentConnection
  readonly refusals: Refusals
  readonly #launched: LaunchedProcess
  readonly #clock: Clock
  #abilities: JsonRecord | null = null
  #before: ReadonlySet<string> = new Set()

  constructor(speaker: Speaker, key: string, launched: LaunchedProcess, clock: Clock, refusals: Refusals) {
    this.refusals = refusals
    this.speaker = speaker
    this.key = key
    this.#launched = launched
    this.#clock = clock
    this.connection = new AgentConnection(speaker, launched, clock)
  }

  get confinement(): IsolationLevel {
    return this.#launched.confinement
  }

  /** What the agent can do; it is greeted once. */
  async greet(version: string): Promise<JsonRecord> {
    this.#abilities ??= await greetAgent(this.connection, this.speaker.agent, version)
    return this.#abilities
  }

  /** Whoever runs now was not started by a tool of the session that begins. */
  noteFamily(): void {
    this.#before = new Set(this.#launched.others())
  }

  /** Ends a session but not the process; resolves with whether nothing of the session is left that runs. */
  async closeSession(sessionId: string): Promise<boolean> {
    this.connection.listen(null)
    const { sessionCapabilities } = this.#abilities ?? {}
    if (asRecord(sessionCapabilities)['close']) {
      const closing = this.connection.request('session/close', { sessionId }).then(
        () => true,
        () => false,
      )
      if ((await waitAtMost(this.#clock, CLOSE_MS, closing)) !== true) return false
    }
    const until = this.#clock.awake() + SETTLE_MS
    while (!this.#isAsBefore()) {
      if (!this.connection.isOpen || this.#clock.awake() >= until) return false
      await this.#clock.sleep(LOOK_EVERY_MS, NEVER)
    }
    return this.connection.isOpen
  }

  #isAsBefore(): boolean {
    return this.#launched.others().every((each) => this.#before.has(each))
  }
}

const NEVER = new AbortController().signal
