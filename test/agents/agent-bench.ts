import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createAgents } from '../../src/host/create-agents.ts'
import type { ConfiguredAgent } from '../../src/adapters/agents/turns/configured-agent.ts'
import { createSystemClock } from '../../src/adapters/clock/system-clock.ts'
import { createProcesses } from '../../src/adapters/processes/create-processes.ts'
import type { Activity } from '../../src/kernel/ports/activity.ts'
import type { Agents, TurnHooks, TurnReply, TurnRequest } from '../../src/kernel/ports/agents.ts'
import type { Clock } from '../../src/kernel/ports/clock.ts'
import { plainEffect } from '../../src/kernel/ports/effect.ts'
import { DEFAULT_LIMITS } from '../../src/kernel/ports/isolation.ts'
import type { ProcessLimits } from '../../src/kernel/ports/isolation.ts'
import { NO_SURROUNDINGS } from '../../src/adapters/processes/surroundings.ts'

/** Programs under test find their modules here, also in a checkout that lies in a temporary folder. */
const PROJECT = resolve(import.meta.dirname, '../..')

/** A temporary folder with a workspace in it, and agents that are started as real processes. */
export interface AgentBench {
  readonly folder: string
  readonly workspace: string
  readonly clock: Clock
  /** Agents as another conductor would have them; all are closed with the bench. */
  readonly agents: (profile: Partial<ConfiguredAgent> & Pick<ConfiguredAgent, 'command'>) => Agents
  readonly remove: () => Promise<void>
}

export async function createAgentBench(limits: ProcessLimits = DEFAULT_LIMITS): Promise<AgentBench> {
  const folder = await mkdtemp(join(tmpdir(), 'tutti-agents-'))
  const workspace = join(folder, 'workspace')
  await mkdir(workspace)
  const clock = createSystemClock()
  const opened: Agents[] = []
  const agents: AgentBench['agents'] = (profile) => {
    const marker = `test-${process.pid}-${opened.length}-${folder}`
    const ledgerFile = join(folder, `ledger-${opened.length}.jsonl`)
    const created = createAgents({
      profiles: [
        {
          name: 'agent',
          resume: false,
          stallMs: 60_000,
          totalMs: 120_000,
          program: null,
          model: null,
          way: 'acp',
          ...profile,
        },
      ],
      processes: createProcesses({
        ledgerFile,
        marker,
        effect: plainEffect,
        takeOver: false,
        surroundings: { ...NO_SURROUNDINGS, limits, writable: [folder], readable: [tmpdir(), PROJECT] },
      }),
      clock,
      environment: () => Promise.resolve({ PATH: process.env['PATH'] ?? '' }),
      version: '0.0.0',
    })
    opened.push(created)
    return created
  }
  const remove = async (): Promise<void> => {
    await Promise.all(opened.map((each) => each.close()))
    await rm(folder, { recursive: true, force: true })
  }
  return { folder, workspace, clock, agents, remove }
}

export interface PlayedTurn {
  readonly reply: Promise<TurnReply>
  readonly activities: readonly Activity[]
  readonly sessions: readonly string[]
  readonly abort: () => void
  /** Resolves as soon as an activity's text contains this. */
  readonly seen: (text: string) => Promise<void>
}

/** Starts a turn of the agent called `agent` and keeps what it reports. */
export function startTurn(
  agents: Agents,
  request: Partial<TurnRequest> & Pick<TurnRequest, 'path'>,
  hooks: Partial<TurnHooks> = {},
): PlayedTurn {
  const activities: Activity[] = []
  const sessions: string[] = []
  const listeners: (() => void)[] = []
  const abort = new AbortController()
  const reply = agents.turn(
    {
      run: 'run-1',
      step: 'work/attempt-1/implement',
      attempt: 1,
      agent: 'agent',
      role: 'implementer',
      access: 'write',
      prompt: 'Do the work.',
      session: null,
      ...request,
    },
    {
      signal: abort.signal,
      onActivity: (activity) => {
        activities.push(activity)
        for (const listener of listeners) listener()
      },
      onUsage: () => undefined,
      onRefused: () => undefined,
      onSession: (session) => {
        sessions.push(session)
        return Promise.resolve()
      },
      ...hooks,
    },
  )
  reply.catch(() => undefined)
  const seen = (text: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (activities.some((activity) => activity.text.includes(text))) resolve()
      }
      listeners.push(look)
      look()
    })
  return { reply, activities, sessions, abort: () => abort.abort(), seen }
}
