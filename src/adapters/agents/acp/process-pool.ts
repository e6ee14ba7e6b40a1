import { stat } from 'node:fs/promises'
import { RunFailure } from '../../../kernel/failure.ts'
import type { TurnHooks, TurnRequest } from '../../../kernel/ports/agents.ts'
import type { Clock } from '../../../kernel/ports/clock.ts'
import type { LaunchedProcess, LaunchRequest, Processes } from '../../../kernel/ports/processes.ts'
import { arrangeLaunch } from '../turns/arrange-launch.ts'
import { confineAgent } from '../turns/confine-agent.ts'
import type { ConfiguredAgent } from '../turns/configured-agent.ts'
import { AgentProcess } from './agent-process.ts'
import { Refusals } from './refusals.ts'
import { IdleProcesses } from './idle-processes.ts'

export interface ProcessPoolOptions {
  readonly processes: Processes
  readonly clock: Clock
  readonly environment: (path: string, agent: ConfiguredAgent) => Promise<Readonly<Record<string, string>>>
}

/** Starts agents' processes and gives out those that wait for another session. */
export class ProcessPool {
  readonly #options: ProcessPoolOptions
  readonly #idle: IdleProcesses
  readonly #open = new Set<AgentProcess>()
  #closed = false

  constructor(options: ProcessPoolOptions) {
    this.#options = options
    this.#idle = new IdleProcesses(options.clock)
  }

  /** One that waits and is just like the one that would be started. */
  async takeWaiting(agent: ConfiguredAgent, request: TurnRequest): Promise<AgentProcess | null> {
    if (this.#idle.isEmpty) return null
    return this.#idle.take(await keyOf(await this.#launchOf(agent, request, () => undefined)))
  }

  async start(agent: ConfiguredAgent, request: TurnRequest): Promise<AgentProcess> {
    const refusals = new Refusals()
    const launch = await this.#launchOf(agent, request, refusals.tell)
    const key = await keyOf(launch)
    const label = `agent ${agent.name} for ${request.step}`
    const launched = await this.#launch(agent, { ...launch, label })
    await refuseUnheld(agent, request, launched)
    const process = new AgentProcess(
      { agent: agent.name, program: agent.program },
      key,
      launched,
      this.#options.clock,
      refusals,
    )
    const { connection } = process
    this.#open.add(process)
    void connection.gone.then(() => this.#open.delete(process))
    if (!this.#closed) return process
    await connection.end()
    throw new RunFailure({ code: 'cancelled', message: 'The run is being closed.' })
  }

  /** Lets a process wait for another session; resolves with whether it may. */
  keep(process: AgentProcess): boolean {
    if (this.#closed) return false
    this.#idle.keep(process)
    return true
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#idle.clear()
    await Promise.all([...this.#open].map(({ connection }) => connection.end()))
  }

  async #launchOf(
    agent: ConfiguredAgent,
    { path, access, tools }: TurnRequest,
    onRefused: TurnHooks['onRefused'],
  ): Promise<Omit<LaunchRequest, 'label'>> {
    const environment = await this.#options.environment(path, agent)
    const { argv, env } = arrangeLaunch(agent, access, environment)
    const confined = confineAgent({ agent, access, env, path, tools: tools ?? null, onRefused })
    return { argv, env, cwd: path, folder: path, confined }
  }

  async #launch(agent: ConfiguredAgent, request: LaunchRequest): Promise<LaunchedProcess> {
    try {
      return await this.#options.processes.launch(request)
    } catch (thrown) {
      if (!(thrown instanceof RunFailure) || thrown.code !== 'command-missing') throw thrown
      const message =
        `The program "${agent.command[0]}" of agent "${agent.name}" was not found; ` +
        'install it, or correct its `command` in tutti.yaml.'
      throw new RunFailure({ code: 'agent-missing', message }, { cause: thrown })
    }
  }
}

/** A program that never asks and has no mode for it writes all it likes, unless the system keeps it from that. */
async function refuseUnheld(
  { name, program }: ConfiguredAgent,
  { access, role }: TurnRequest,
  launched: LaunchedProcess,
): Promise<void> {
  if (access === 'write' || program?.acp?.readOnly !== 'system') return
  if (launched.confinement !== 'none') return
  await launched.end(0)
  const message = `Agent "${name}" cannot be kept from writing on this system; give the ${role} another agent.`
  throw new RunFailure({ code: 'agent-failed', trouble: 'protocol', message })
}

/** The same only for processes that are alike in everything, in a folder that nobody has put in another's place. */
async function keyOf(launch: Omit<LaunchRequest, 'label'>): Promise<string> {
  const folder = await stat(launch.cwd).catch(() => null)
  return JSON.stringify([launch, folder?.dev, folder?.ino, folder?.birthtimeMs])
}
