import { randomUUID } from 'node:crypto'
import { RunFailure, toRunFailure } from '../../../kernel/failure.ts'
import type { Agents, TurnHooks, TurnReply, TurnRequest } from '../../../kernel/ports/agents.ts'
import type { Clock } from '../../../kernel/ports/clock.ts'
import type { LaunchedProcess } from '../../../kernel/ports/processes.ts'
import type { HeadlessWay } from '../../../profiles/headless-way.ts'
import type { ConfiguredAgent } from '../turns/configured-agent.ts'
import { watchTurn } from '../turns/turn-watch.ts'
import { withIsolation } from '../turns/with-isolation.ts'
import { HeadlessSession } from './headless-session.ts'
import { launchTurn, type TurnSurroundings } from './launch-turn.ts'
import { withPromptFile } from './prompt-file.ts'
import { speak } from './speak.ts'

export interface HeadlessAgentsOptions extends TurnSurroundings {
  readonly profiles: readonly ConfiguredAgent[]
  readonly clock: Clock
}

/**
 * Agents that are led by one command line for each turn and print lines of JSON. A session is what the program
 * keeps on disk: between turns nothing of it runs.
 */
export function createHeadlessAgents(options: HeadlessAgentsOptions): Agents {
  return new HeadlessAgents(options)
}

class HeadlessAgents implements Agents {
  readonly #options: HeadlessAgentsOptions
  /** By the name we hand out, which is the program's own unless two programs use the same. */
  readonly #sessions = new Map<string, HeadlessSession>()
  readonly #running = new Set<LaunchedProcess>()
  /** How many processes outlived the program of a session, until somebody asks. */
  readonly #left = new Map<string, number>()
  #closed = false

  constructor(options: HeadlessAgentsOptions) {
    this.#options = options
  }

  async turn(request: TurnRequest, hooks: TurnHooks): Promise<TurnReply> {
    const agent = this.#agentOf(request.agent)
    const way = wayOf(agent)
    const patience = { ...agent, totalMs: request.totalMs ?? agent.totalMs }
    const watch = watchTurn(patience, this.#options.clock, hooks.signal, request.nudge)
    try {
      if (hooks.signal.aborted) throw await watch.tripped
      const session = this.#sessionFor(request, agent, way)
      const isResumed = request.session !== null
      try {
        if (session.name !== null) await this.#meet(session, session.name, hooks)
        watch.touch()
        const play = async (promptFile: string | null): Promise<TurnReply> => {
          const { id } = session
          const command = { agent, way, turn: request, session: id, resuming: isResumed, promptFile }
          const process = await launchTurn(this.#options, command, request, hooks.onRefused)
          this.#running.add(process)
          if (this.#closed) await process.end(0)
          const onTold = (told: string): Promise<void> => this.#meet(session, told, hooks)
          const turn = { agent, way, request, hooks, watch, session, isResumed, onTold }
          const { clock } = this.#options
          return speak({ ...turn, process, clock, onLeft: (left) => this.#noteLeft(session, left) })
            .catch((thrown: unknown) => {
              throw withIsolation(thrown, process.confinement)
            })
            .finally(() => this.#running.delete(process))
        }
        return await (way.prompt === 'file' ? withPromptFile(request.prompt, play) : play(null))
      } catch (thrown) {
        if (!keepsSession(thrown)) this.#forget(session)
        throw thrown
      } finally {
        session.isBusy = false
      }
    } catch (thrown) {
      throw toRunFailure(thrown)
    } finally {
      watch.stop()
    }
  }

  end(session: string): Promise<number> {
    this.#sessions.delete(session)
    const left = this.#left.get(session) ?? 0
    this.#left.delete(session)
    return Promise.resolve(left)
  }

  canResume(agent: string): boolean {
    const configured = this.#agentOf(agent)
    return configured.resume && wayOf(configured).resume !== null
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#running].map((process) => process.end(END_GRACE_MS)))
  }

  #agentOf(agent: string): ConfiguredAgent {
    const configured = this.#options.profiles.find(({ name }) => name === agent)
    if (configured !== undefined) return configured
    const message = `No agent is called "${agent}"; add it under \`agents\` in tutti.yaml or choose another.`
    throw new RunFailure({ code: 'agent-missing', message })
  }

  #sessionFor(request: TurnRequest, agent: ConfiguredAgent, way: HeadlessWay): HeadlessSession {
    const { session: name, path } = request
    const place = { agent: agent.name, path, way }
    if (name === null) {
      const id = way.session === 'told' ? null : randomUUID()
      const session = new HeadlessSession({ ...place, id, isOld: false })
      session.name = id
      return session
    }
    const kept = this.#sessions.get(name)
    if (kept?.isBusy) throw new Error(`Session ${name} was given a second turn before its first had ended.`)
    if (way.resume === null || (kept === undefined && !agent.resume)) {
      throw lost(name, `cannot be taken up again by agent "${agent.name}"`)
    }
    if (kept !== undefined) {
      if (kept.agent !== agent.name || kept.path !== path)
        throw lost(name, 'belongs to another agent or folder')
      kept.isBusy = true
      return kept
    }
    const session = new HeadlessSession({ ...place, id: name.replace(COUNTER, ''), isOld: true })
    session.name = name
    return session
  }

  /** Tells which session takes the turn, once it is known and before anything else counts. */
  async #meet(session: HeadlessSession, told: string, { onSession }: TurnHooks): Promise<void> {
    session.name ??= this.#unusedName(told)
    this.#sessions.set(session.name, session)
    await onSession(session.name)
  }

  #unusedName(id: string): string {
    if (!this.#sessions.has(id) && !COUNTER.test(id)) return id
    let count = 2
    while (this.#sessions.has(`${id}#${count}`)) count++
    return `${id}#${count}`
  }

  #forget({ name }: HeadlessSession): void {
    if (name !== null) this.#sessions.delete(name)
  }

  #noteLeft({ name }: HeadlessSession, left: number): void {
    if (name !== null && left > 0) this.#left.set(name, left + (this.#left.get(name) ?? 0))
  }
}

const END_GRACE_MS = 2000

/** Tells two sessions apart whose programs gave them the same name. */
const COUNTER = /#\d+$/

function wayOf({ name, program }: ConfiguredAgent): HeadlessWay {
  if (program !== null && program.headless !== null) return program.headless
  const message = `Agent "${name}" cannot be led without the Agent Client Protocol; leave its \`way\` out in tutti.yaml, or name a \`program\` that Tutti knows.`
  throw new RunFailure({ code: 'agent-missing', message })
}

/** Whether the program stopped when it was asked to, and its session can be gone on with. */
function keepsSession(thrown: unknown): boolean {
  if (!(thrown instanceof RunFailure) || thrown.failure.code !== 'agent-failed') return false
  return thrown.failure.session !== undefined
}

function lost(session: string, why: string): RunFailure {
  const message = `Session ${session} ${why}; its work must start in a new one.`
  return new RunFailure({ code: 'session-lost', message })
}
