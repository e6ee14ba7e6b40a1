import { RunFailure, toRunFailure } from '../../../kernel/failure.ts'
import type { Agents, TurnHooks, TurnReply, TurnRequest } from '../../../kernel/ports/agents.ts'
import type { Clock } from '../../../kernel/ports/clock.ts'
import type { Processes } from '../../../kernel/ports/processes.ts'
import type { ConfiguredAgent } from '../turns/configured-agent.ts'
import { type TurnWatch, watchTurn } from '../turns/turn-watch.ts'
import { withIsolation } from '../turns/with-isolation.ts'
import type { AgentProcess } from './agent-process.ts'
import { AgentSession } from './agent-session.ts'
import { ProcessPool } from './process-pool.ts'
import { planSession, type SessionPlan } from './session-plan.ts'

export interface AcpAgentsOptions {
  readonly profiles: readonly ConfiguredAgent[]
  readonly processes: Processes
  readonly clock: Clock
  /** What an agent that works in this folder finds in its environment; its profile's own is laid over it. */
  readonly environment: (path: string, agent: ConfiguredAgent) => Promise<Readonly<Record<string, string>>>
  /** Tutti's own, told to agents. */
  readonly version: string
}

/**
 * Agents that speak the Agent Client Protocol over their standard streams. A process holds one session at a time;
 * where the program allows it, the next session in the same folder with the same access gets the process of one
 * that has ended and left nothing behind.
 */
export function createAcpAgents(options: AcpAgentsOptions): Agents {
  return new AcpAgents(options)
}

class AcpAgents implements Agents {
  readonly #options: AcpAgentsOptions
  readonly #pool: ProcessPool
  /** By the name we hand out, which is the agent's own unless two agents use the same. */
  readonly #sessions = new Map<string, AgentSession>()
  /** How many processes outlived the agent of a session, until somebody asks. */
  readonly #left = new Map<string, number>()

  constructor(options: AcpAgentsOptions) {
    this.#options = options
    this.#pool = new ProcessPool(options)
  }

  async turn(request: TurnRequest, hooks: TurnHooks): Promise<TurnReply> {
    const profile = this.#profileOf(request.agent)
    const patience = { ...profile, totalMs: request.totalMs ?? profile.totalMs }
    const watch = watchTurn(patience, this.#options.clock, hooks.signal, request.nudge)
    try {
      if (hooks.signal.aborted) throw await watch.tripped
      const kept = await this.#keptSession(request)
      const session = kept ?? (await this.#start(request, profile, watch))
      try {
        const name = kept === undefined ? this.#keep(session, request.session) : String(request.session)
        await hooks.onSession(name)
        watch.touch()
        const reply = await session.prompt({ ...request, session: name }, hooks, watch)
        return { ...reply, session: name }
      } catch (thrown) {
        if (!keepsSession(thrown)) await session.process.connection.end()
        throw withIsolation(thrown, session.process.confinement)
      }
    } catch (thrown) {
      throw toRunFailure(thrown)
    } finally {
      watch.stop()
    }
  }

  async end(name: string): Promise<number> {
    const session = this.#sessions.get(name)
    if (session !== undefined && !(await this.#release(name, session))) {
      await session.process.connection.end()
      await session.process.connection.gone
    }
    const left = this.#left.get(name) ?? 0
    this.#left.delete(name)
    return left
  }

  canResume(agent: string): boolean {
    return this.#profileOf(agent).resume
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }

  #profileOf(agent: string): ConfiguredAgent {
    const profile = this.#options.profiles.find(({ name }) => name === agent)
    if (profile !== undefined) return profile
    const message = `No agent is called "${agent}"; add it under \`agents\` in tutti.yaml or choose another.`
    throw new RunFailure({ code: 'agent-missing', message })
  }

  /** A process that was started for another access is not the right one: it is ended, and the session taken up. */
  async #keptSession({ session, agent, path, access }: TurnRequest): Promise<AgentSession | undefined> {
    const kept = session === null ? undefined : this.#sessions.get(session)
    if (kept === undefined || !kept.isOpen) return undefined
    if (kept.isBusy) throw new Error(`Session ${session} was given a second turn before its first had ended.`)
    const { plan, process } = kept
    if (plan.agent !== agent || plan.path !== path) throw lost(session, 'belongs to another agent or folder')
    if (plan.access === access) return kept
    await process.connection.end()
    await process.connection.gone
    return undefined
  }

  async #start(request: TurnRequest, profile: ConfiguredAgent, watch: TurnWatch): Promise<AgentSession> {
    if (request.session !== null && !profile.resume) {
      throw lost(request.session, `cannot be taken up again by agent "${profile.name}"`)
    }
    const former = request.session === null ? null : request.session.replace(COUNTER, '')
    const plan = planSession(profile, request, former)
    const waiting = former === null ? await this.#pool.takeWaiting(profile, request) : null
    if (waiting !== null) {
      const reused = await this.#open(plan, waiting, watch).catch(() => null)
      if (reused !== null) return reused
    }
    return this.#open(plan, await this.#pool.start(profile, request), watch)
  }

  async #open(plan: SessionPlan, process: AgentProcess, watch: TurnWatch): Promise<AgentSession> {
    const session = new AgentSession(plan, process, this.#options.clock)
    void process.connection.gone.then((left) => this.#forget(session, left))
    try {
      await session.open(watch, this.#options.version)
      return session
    } catch (thrown) {
      await process.connection.end()
      throw thrown
    }
  }

  /** Whether a session could be ended without its process. */
  async #release(name: string, session: AgentSession): Promise<boolean> {
    const profile = this.#profileOf(session.plan.agent)
    if (profile.program?.acp?.sessions !== 'many' || !session.isSound) return false
    if (!(await session.process.closeSession(session.id))) return false
    if (!this.#pool.keep(session.process)) return false
    this.#sessions.delete(name)
    return true
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
