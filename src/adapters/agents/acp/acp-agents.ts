import { RunFailure, toRunFailure } from '../../../kernel/failure.ts'
import type { Agents, TurnHooks, TurnReply, TurnRequest } from '../../../kernel/ports/agents.ts'
import type { Clock } from '../../../kernel/ports/clock.ts'
import type { LaunchedProcess, Processes } from '../../../kernel/ports/processes.ts'
import type { ConfiguredAgent } from '../turns/configured-agent.ts'
import { AgentSession } from './agent-session.ts'
import { type TurnWatch, watchTurn } from '../turns/turn-watch.ts'

export interface AcpAgentsOptions {
  readonly profiles: readonly ConfiguredAgent[]
  readonly processes: Processes
  readonly clock: Clock
  /** What an agent that works in this folder finds in its environment; its profile's own is laid over it. */
  readonly environment: (path: string, agent: ConfiguredAgent) => Promise<Readonly<Record<string, string>>>
  /** Tutti's own, told to agents. */
  readonly version: string
}

/** Agents that speak the Agent Client Protocol over their standard streams, one process for each session. */
export function createAcpAgents(options: AcpAgentsOptions): Agents {
  return new AcpAgents(options)
}

class AcpAgents implements Agents {
  readonly #options: AcpAgentsOptions
  /** By the name we hand out, which is the agent's own unless two agents use the same. */
  readonly #sessions = new Map<string, AgentSession>()
  readonly #started = new Set<AgentSession>()
  /** How many processes outlived the agent of a session, until somebody asks. */
  readonly #left = new Map<string, number>()
  #closed = false

  constructor(options: AcpAgentsOptions) {
    this.#options = options
  }

  async turn(request: TurnRequest, hooks: TurnHooks): Promise<TurnReply> {
    const profile = this.#profileOf(request.agent)
    const patience = { ...profile, totalMs: request.totalMs ?? profile.totalMs }
    const watch = watchTurn(patience, this.#options.clock, hooks.signal, request.nudge)
    try {
      if (hooks.signal.aborted) throw await watch.tripped
      const kept = this.#keptSession(request)
      const session = kept ?? (await this.#start(request, profile, watch))
      try {
        const name = kept === undefined ? this.#keep(session, request.session) : String(request.session)
        await hooks.onSession(name)
        watch.touch()
        const reply = await session.prompt({ ...request, session: name }, hooks, watch)
        return { ...reply, session: name }
      } catch (thrown) {
        if (!keepsSession(thrown)) await session.end()
        throw thrown
      }
    } catch (thrown) {
      throw toRunFailure(thrown)
    } finally {
      watch.stop()
    }
  }

  async end(session: string): Promise<number> {
    const open = this.#sessions.get(session)
    await open?.end()
    await open?.gone
    const left = this.#left.get(session) ?? 0
    this.#left.delete(session)
    return left
  }

  canResume(agent: string): boolean {
    return this.#profileOf(agent).resume
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#started].map((session) => session.end()))
  }

  #profileOf(agent: string): ConfiguredAgent {
    const profile = this.#options.profiles.find(({ name }) => name === agent)
    if (profile !== undefined) return profile
    const message = `No agent is called "${agent}"; add it under \`agents\` in tutti.yaml or choose another.`
    throw new RunFailure({ code: 'agent-missing', message })
  }

  #keptSession({ session, agent, path }: TurnRequest): AgentSession | undefined {
    const kept = session === null ? undefined : this.#sessions.get(session)
    if (kept === undefined || !kept.isOpen) return undefined
    if (kept.isBusy) throw new Error(`Session ${session} was given a second turn before its first had ended.`)
    if (kept.agent !== agent || kept.path !== path) throw lost(session, 'belongs to another agent or folder')
    return kept
  }

  async #start(request: TurnRequest, profile: ConfiguredAgent, watch: TurnWatch): Promise<AgentSession> {
    if (request.session !== null && !profile.resume) {
      throw lost(request.session, `cannot be taken up again by agent "${profile.name}"`)
    }
    const process = await this.#launch(profile, request)
    const former = request.session === null ? null : request.session.replace(COUNTER, '')
    const place = {
      agent: profile.name,
      path: request.path,
      former,
      version: this.#options.version,
      tools: request.tools ?? null,
    }
    const session = new AgentSession(place, process, this.#options.clock)
    this.#started.add(session)
    void session.gone.then((left) => this.#forget(session, left))
    try {
      if (this.#closed) throw new RunFailure({ code: 'cancelled', message: 'The run is being closed.' })
      await session.open(watch)
      return session
    } catch (thrown) {
      await session.end()
      throw thrown
    }
  }

  async #launch(profile: ConfiguredAgent, { path, step }: TurnRequest): Promise<LaunchedProcess> {
    try {
      return await this.#options.processes.launch({
        argv: profile.command,
        cwd: path,
        folder: path,
        env: { ...(await this.#options.environment(path, profile)), ...profile.env },
        label: `agent ${profile.name} for ${step}`,
      })
    } catch (thrown) {
      if (!(thrown instanceof RunFailure) || thrown.code !== 'command-missing') throw thrown
      const message =
        `The program "${profile.command[0]}" of agent "${profile.name}" was not found; ` +
        'install it, or correct its `command` in tutti.yaml.'
      throw new RunFailure({ code: 'agent-missing', message }, { cause: thrown })
    }
  }

  #keep(session: AgentSession, wanted: string | null): string {
    let name = wanted ?? session.id
    if (wanted === null && (this.#sessions.has(name) || COUNTER.test(name))) {
      let count = 2
      while (this.#sessions.has(`${session.id}#${count}`)) count++
      name = `${session.id}#${count}`
    }
    this.#sessions.set(name, session)
    return name
  }

  #forget(session: AgentSession, left: number): void {
    this.#started.delete(session)
    for (const [name, kept] of this.#sessions) {
      if (kept !== session) continue
      this.#sessions.delete(name)
      if (left > 0) this.#left.set(name, left + (this.#left.get(name) ?? 0))
    }
  }
}

/** Tells two live sessions apart whose agents gave them the same name. */
const COUNTER = /#\d+$/

/** Whether the agent stopped when it was asked to, and waits for another word. */
function keepsSession(thrown: unknown): boolean {
  if (!(thrown instanceof RunFailure) || thrown.failure.code !== 'agent-failed') return false
  return thrown.failure.session !== undefined
}

function lost(session: string | null, why: string): RunFailure {
  const message = `Session ${session} ${why}; its work must start in a new one.`
  return new RunFailure({ code: 'session-lost', message })
}
