import { type AgentTrouble, RunFailure, toRunFailure } from '../../../kernel/failure.ts'
import type { Agents, TurnHooks, TurnReply, TurnRequest } from '../../../kernel/ports/agents.ts'
import type { Clock } from '../../../kernel/ports/clock.ts'
import type { ToolAnswer } from '../../../kernel/ports/tools.ts'
import { findScene } from './find-scene.ts'
import { playActs } from './play-acts.ts'
import { createRehearsalStage } from './rehearsal-stage.ts'
import type { Script } from './script.ts'
import { ScriptedError } from './scripted-error.ts'
import type { TurnLogEntry } from './turn-log.ts'

export interface ScriptedAgentsOptions {
  readonly script: Script
  readonly clock: Clock
  readonly log?: (entry: TurnLogEntry) => void | Promise<void>
  /** Sessions that outlive this value, as those of a resumable agent outlive its process. */
  readonly sessions?: Set<string>
  readonly stallMs?: number
  readonly totalMs?: number
}

/** The scripted agent within this process: the same script, no program and no protocol, time from the clock. */
export function createScriptedAgents(options: ScriptedAgentsOptions): Agents {
  return new ScriptedAgents(options)
}

class ScriptedAgents implements Agents {
  readonly #options: ScriptedAgentsOptions
  readonly #open = new Set<string>()
  /** How many processes a session would leave behind, until somebody asks. */
  readonly #left = new Map<string, number>()

  constructor(options: ScriptedAgentsOptions) {
    this.#options = options
  }

  async turn(request: TurnRequest, hooks: TurnHooks): Promise<TurnReply> {
    const session = this.#takeUp(request, hooks.signal)
    try {
      await hooks.onSession(session)
      await this.#note(request, session, 'start')
      return await this.#play(request, hooks, session)
    } catch (thrown) {
      if (!keepsSession(thrown)) this.#open.delete(session)
      throw hooks.signal.aborted ? cancelled(hooks.signal) : this.#translate(thrown)
    }
  }

  end(session: string): Promise<number> {
    this.#open.delete(session)
    const left = this.#left.get(session) ?? 0
    this.#left.delete(session)
    return Promise.resolve(left)
  }

  canResume(): boolean {
    return this.#options.sessions !== undefined
  }

  close(): Promise<void> {
    this.#open.clear()
    return Promise.resolve()
  }

  #takeUp({ session, run, step, attempt }: TurnRequest, signal: AbortSignal): string {
    if (signal.aborted) throw cancelled(signal)
    if (session !== null && !this.#open.has(session) && this.#options.sessions?.has(session) !== true) {
      const message = `Session ${session} is gone; its work must start in a new one.`
      throw new RunFailure({ code: 'session-lost', message })
    }
    const name = session ?? `scripted:${run}:${step}:${attempt}`
    this.#open.add(name)
    this.#options.sessions?.add(name)
    return name
  }

  async #play(
    request: TurnRequest,
    { signal, onActivity, onUsage }: TurnHooks,
    session: string,
  ): Promise<TurnReply> {
    const { script, clock, stallMs = 180_000, totalMs = 900_000 } = this.#options
    const patience = { stallMs, totalMs }
    const onDaemon = (): void => void this.#left.set(session, (this.#left.get(session) ?? 0) + 1)
    const onTool = (tool: string, answer: ToolAnswer | null): Promise<void> =>
      this.#note(request, session, 'tool', { answer: answer === null ? null : { tool, ...answer } })
    const hooks = { signal, onActivity, onUsage, onDaemon, onTool }
    const stage = createRehearsalStage({ request, session, clock, ...patience, ...hooks })
    try {
      const scene = findScene(script, request)
      if (scene === null) {
        throw new ScriptedError(-32603, `No scene fits ${request.role} at step ${request.step}`)
      }
      const spent = await playActs(scene.acts, stage)
      await this.#note(request, session, 'end')
      return { text: stage.said(), stop: 'ended', usage: { turns: 1, ...spent }, session }
    } catch (thrown) {
      if (signal.aborted || keepsSession(thrown)) await this.#note(request, session, 'cancelled')
      else if (thrown instanceof ScriptedError) await this.#note(request, session, 'failed')
      throw thrown
    }
  }

  async #note(
    request: TurnRequest,
    session: string,
    phase: TurnLogEntry['phase'],
    more: Pick<TurnLogEntry, 'answer'> = {},
  ): Promise<void> {
    const { run, step, attempt } = request
    const at = this.#options.clock.now()
    await this.#options.log?.({ at, pid: process.pid, run, step, attempt, session, phase, ...more })
  }

  #translate(thrown: unknown): RunFailure {
    if (!(thrown instanceof ScriptedError)) return toRunFailure(thrown)
    const { code, message, retryAfterSeconds } = thrown
    const trouble = TROUBLES.get(code) ?? 'protocol'
    const wait = retryAfterSeconds === null ? null : this.#options.clock.now() + retryAfterSeconds * 1000
    return new RunFailure(
      { code: 'agent-failed', trouble, message, ...(wait === null ? {} : { retryAt: wait }) },
      { cause: thrown },
    )
  }
}

const TROUBLES: ReadonlyMap<number, AgentTrouble> = new Map([
  [-32003, 'rate-limited'],
  [429, 'rate-limited'],
  [-32000, 'unauthorised'],
  [401, 'unauthorised'],
  [503, 'overloaded'],
  [529, 'overloaded'],
])

/** Whether the turn was only too slow, and its agent stopped when it was asked to. */
function keepsSession(thrown: unknown): boolean {
  if (!(thrown instanceof RunFailure) || thrown.failure.code !== 'agent-failed') return false
  return thrown.failure.session !== undefined
}

function cancelled(signal: AbortSignal): RunFailure {
  return new RunFailure({ code: 'cancelled', message: 'The turn was cancelled.' }, { cause: signal.reason })
}
