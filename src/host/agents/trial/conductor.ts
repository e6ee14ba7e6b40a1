import { join } from 'node:path'
import type { ConfiguredAgent } from '../../../adapters/agents/turns/configured-agent.ts'
import { createProcesses } from '../../../adapters/processes/create-processes.ts'
import { type RunFailure, toRunFailure } from '../../../kernel/failure.ts'
import type { Access, Leave, TurnReply } from '../../../kernel/ports/agents.ts'
import type { Clock } from '../../../kernel/ports/clock.ts'
import { plainEffect } from '../../../kernel/ports/effect.ts'
import type { Processes } from '../../../kernel/ports/processes.ts'
import type { ToolServer } from '../../../kernel/ports/tools.ts'
import { createAgents } from '../../create-agents.ts'
import { TUTTI_VERSION } from '../../version.ts'
import { tapProcesses, type TappedProcess } from './tap-processes.ts'

/** One turn of a check; the check's name stands in the prompt, where a scripted model finds it. */
export interface AskedTurn {
  readonly check: string
  readonly say: string
  readonly path: string
  readonly session?: string | null
  readonly access?: Access
  readonly may?: Leave
  readonly tools?: ToolServer
  readonly totalMs?: number
  readonly signal?: AbortSignal
}

/** How a turn went; either a reply or a failure. */
export interface TakenTurn {
  readonly reply: TurnReply | null
  readonly failure: RunFailure | null
  readonly session: string | null
  readonly refused: readonly string[]
  readonly ms: number
}

/** Agents as one conductor of a run has them, with their pipes listened to. */
export interface Conductor {
  readonly launched: readonly TappedProcess[]
  turn(asked: AskedTurn): Promise<TakenTurn>
  end(session: string): Promise<number>
  /** Ends everything; may be called any number of times. */
  close(): Promise<void>
}

export interface ConductorRequest {
  readonly agent: ConfiguredAgent
  /** Where its ledger of processes is kept. */
  readonly folder: string
  /** Carried by every process it starts. */
  readonly marker: string
  readonly clock: Clock
  readonly environment: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/**
 * What is tried is the agent and not the sandbox, which would hide what it does wrong: only a known program in a role
 * that reads is kept from writing, as it is in every run.
 */
function leftToItself(processes: Processes, { program }: ConfiguredAgent): Processes {
  return {
    ...processes,
    launch: (request) => {
      const { confined, cwd } = request
      if (confined === undefined) return processes.launch(request)
      const wanted = program === null || confined.writable.includes(cwd) ? 'none' : 'namespaces'
      const { network: _, ...rest } = confined
      return processes.launch({ ...request, confined: { ...rest, isolation: { wanted, required: 'none' } } })
    },
  }
}

export function startConductor(request: ConductorRequest): Conductor {
  const { agent, clock, marker, signal } = request
  const ledgerFile = join(request.folder, `${marker}.jsonl`)
  const real = createProcesses({ ledgerFile, marker, effect: plainEffect, takeOver: false })
  const { processes, launched } = tapProcesses(leftToItself(real, agent), () => clock.awake())
  const agents = createAgents({
    profiles: [agent],
    processes,
    clock,
    environment: () => Promise.resolve(request.environment),
    version: TUTTI_VERSION,
  })
  return {
    launched,
    turn: async (asked) => {
      const refused: string[] = []
      const begun = clock.awake()
      let session: string | null = asked.session ?? null
      const settled = agents.turn(
        {
          run: marker,
          step: `agents-test/${asked.check}`,
          attempt: 1,
          agent: agent.name,
          role: 'implementer',
          path: asked.path,
          access: asked.access ?? 'write',
          prompt: `[${asked.check}] ${asked.say}`,
          session,
          ...(asked.may === undefined ? {} : { may: asked.may }),
          ...(asked.tools === undefined ? {} : { tools: asked.tools }),
          ...(asked.totalMs === undefined ? {} : { totalMs: asked.totalMs }),
        },
        {
          signal: asked.signal === undefined ? signal : AbortSignal.any([signal, asked.signal]),
          onActivity: () => {},
          onUsage: () => {},
          onSession: async (name) => {
            session = name
          },
          onRefused: (what) => refused.push(what),
        },
      )
      const taken = await settled.then(
        (reply) => ({ reply, failure: null }),
        (thrown: unknown) => ({ reply: null, failure: toRunFailure(thrown) }),
      )
      signal.throwIfAborted()
      return { ...taken, session, refused, ms: clock.awake() - begun }
    },
    end: (session) => agents.end(session),
    close: async () => {
      await agents.close()
      await processes.endAll()
    },
  }
}
