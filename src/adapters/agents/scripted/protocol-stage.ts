import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AgentContext, SessionUpdate, ToolKind } from '@agentclientprotocol/sdk'
import type { Stage } from './play-acts.ts'

const GARBAGE_LINE = `${'this is not the protocol '.repeat(40)}\n`

export interface ProtocolStageOptions {
  readonly session: string
  readonly path: string
  readonly client: AgentContext
  readonly signal: AbortSignal
  /** What the session had cost before this turn. */
  readonly usdBefore: number
  readonly callTool: Stage['callTool']
}

export interface ProtocolStage extends Stage {
  readonly said: () => string
  /** What the session has cost, this turn included. */
  readonly usd: () => number
}

/** Plays a script's acts as a real process would: on its own standard output and exit code. */
export function createProtocolStage(options: ProtocolStageOptions): ProtocolStage {
  const { session: sessionId, path, client, signal } = options
  const said: string[] = []
  let tools = 0
  let total = options.usdBefore
  const tell = (update: SessionUpdate): Promise<void> =>
    client.notify('session/update', { sessionId, update })
  return {
    path,
    signal,
    said: () => said.join(''),
    usd: () => total,
    say: (text) => {
      said.push(text)
      return tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
    },
    think: (text) =>
      tell({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: `${text}\n` } }),
    showTool: ({ title, kind, path: file }) =>
      tell({
        sessionUpdate: 'tool_call',
        toolCallId: `tool-${++tools}`,
        title,
        kind: kind as ToolKind,
        status: 'completed',
        locations: file === undefined ? [] : [{ path: file }],
      }),
    tellSpent: ({ usd }) => {
      total = options.usdBefore + (usd ?? 0)
      const cost = { amount: total, currency: 'USD' }
      return tell({ sessionUpdate: 'usage_update', used: 0, size: 0, cost })
    },
    callTool: options.callTool,
    askPermission: async (ask) => {
      const { outcome } = await client.request('session/request_permission', {
        sessionId,
        toolCall: {
          toolCallId: `tool-${++tools}`,
          title: ask.title,
          kind: ask.kind as ToolKind,
          locations: ask.path === undefined ? [] : [{ path: ask.path }],
        },
        options: [
          { optionId: 'no', name: 'Reject', kind: 'reject_once' },
          { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
        ],
      })
      return outcome.outcome === 'selected' && outcome.optionId === 'yes'
    },
    wait: (ms) => sleep(ms, undefined, { signal }),
    crash: (code) => process.exit(code),
    garbage: async (bytes) => {
      for (let left = bytes; left > 0; left -= GARBAGE_LINE.length) {
        if (!process.stdout.write(GARBAGE_LINE)) await once(process.stdout, 'drain')
      }
    },
    hang: () => new Promise(() => undefined),
    stall: () =>
      new Promise((_resolve, reject) => {
        const end = (): void => reject(new Error('The turn was cancelled.'))
        if (signal.aborted) end()
        else signal.addEventListener('abort', end, { once: true })
      }),
    spawnDaemon: async (pidFile) => {
      const parent = spawn('/bin/sh', ['-c', 'sleep 600 & echo $! > "$0"', pidFile], {
        detached: true,
        stdio: 'ignore',
      })
      await once(parent, 'close')
    },
  }
}
