import { randomUUID } from 'node:crypto'
import {
  agent,
  type AgentContext,
  type AgentConnection,
  type PromptRequest,
  type PromptResponse,
  RequestError,
  type Stream,
} from '@agentclientprotocol/sdk'
import { findScene } from './find-scene.ts'
import { playActs } from './play-acts.ts'
import type { Script } from './script.ts'
import { ScriptedError } from './scripted-error.ts'
import type { SessionStore, StoredSession } from './session-store.ts'
import { SessionTools } from './session-tools.ts'
import { createProtocolStage } from './protocol-stage.ts'
import type { TurnLogEntry } from './turn-log.ts'

export interface ScriptedAgentServerOptions {
  readonly script: Script
  readonly store: SessionStore
  readonly log: (entry: TurnLogEntry) => Promise<void>
  readonly stream: Stream
  /** How it takes servers of tools; every agent can start one, as a program. */
  readonly mcp: 'http' | 'stdio'
}

/** Serves a script over the Agent Client Protocol until the stream closes. */
export function serveScriptedAgent(options: ScriptedAgentServerOptions): AgentConnection {
  const { store } = options
  const tools = new SessionTools()
  const turns = new Map<string, AbortController>()
  const connection = agent({ name: 'scripted' })
    .onRequest('initialize', () => ({
      protocolVersion: 1,
      agentInfo: { name: 'scripted', version: '1' },
      agentCapabilities: {
        loadSession: store.isDurable,
        sessionCapabilities: store.isDurable ? { resume: {} } : {},
        mcpCapabilities: { http: options.mcp === 'http' },
      },
    }))
    .onRequest('session/new', async ({ params }) => {
      const session: StoredSession = { id: randomUUID(), cwd: params.cwd, usd: 0, turns: [] }
      await store.save(session)
      tools.offer(session.id, params.mcpServers)
      return { sessionId: session.id }
    })
    .onRequest('session/resume', async ({ params }) => {
      await takeUp(store, params.sessionId)
      tools.offer(params.sessionId, params.mcpServers ?? [])
      return {}
    })
    .onRequest('session/load', async ({ params, client }) => {
      const session = await takeUp(store, params.sessionId)
      tools.offer(params.sessionId, params.mcpServers)
      await tellHistory(session, client)
      return {}
    })
    .onRequest('session/prompt', async ({ params, client }) => {
      const turn = new AbortController()
      turns.set(params.sessionId, turn)
      try {
        return await playTurn(options, tools, params, client, turn.signal)
      } finally {
        turns.delete(params.sessionId)
      }
    })
    .onNotification('session/cancel', ({ params }) => turns.get(params.sessionId)?.abort())
    .connect(options.stream)
  void connection.closed.then(() => {
    for (const turn of turns.values()) turn.abort()
    tools.close()
  })
  return connection
}

async function takeUp(store: SessionStore, id: string): Promise<StoredSession> {
  const session = await store.load(id)
  if (session === null) throw RequestError.sessionNotFound(id)
  return session
}

async function tellHistory({ id, usd, turns }: StoredSession, client: AgentContext): Promise<void> {
  for (const { prompt, reply } of turns) {
    for (const [sessionUpdate, text] of [
      ['user_message_chunk', prompt],
      ['agent_message_chunk', reply],
    ] as const) {
      await client.notify('session/update', {
        sessionId: id,
        update: { sessionUpdate, content: { type: 'text', text } },
      })
    }
  }
  await tellCost(id, usd, client)
}

async function tellCost(sessionId: string, usd: number, client: AgentContext): Promise<void> {
  await client.notify('session/update', {
    sessionId,
    update: { sessionUpdate: 'usage_update', used: 0, size: 0, cost: { amount: usd, currency: 'USD' } },
  })
}

async function playTurn(
  { script, store, log }: ScriptedAgentServerOptions,
  tools: SessionTools,
  request: PromptRequest,
  client: AgentContext,
  signal: AbortSignal,
): Promise<PromptResponse> {
  const session = store.get(request.sessionId)
  if (session === null) throw RequestError.sessionNotFound(request.sessionId)
  const facts = factsOf(request)
  const note = (phase: TurnLogEntry['phase'], more: Pick<TurnLogEntry, 'answer'> = {}): Promise<void> => {
    const { run, step, attempt } = facts
    return log({ at: Date.now(), pid: process.pid, run, step, attempt, session: session.id, phase, ...more })
  }
  await note('start')
  const stage = createProtocolStage({
    session: session.id,
    path: session.cwd,
    client,
    signal,
    usdBefore: session.usd,
    callTool: async (tool, input) => {
      const answer = await tools.call(session.id, tool, input)
      await note('tool', { answer: answer === null ? null : { tool, ...answer } })
      return answer
    },
  })
  try {
    const scene = findScene(script, facts)
    if (scene === null) throw new ScriptedError(-32603, `No scene fits ${facts.role} at step ${facts.step}`)
    const spent = await playActs(scene.acts, stage)
    const turns = [...session.turns, { prompt: facts.prompt, reply: stage.said() }]
    await store.save({ ...session, usd: stage.usd(), turns })
    await note('end')
    const usage = spent.tokens === null ? {} : { usage: { totalTokens: spent.tokens } }
    return { stopReason: 'end_turn', ...usage }
  } catch (error) {
    if (signal.aborted) {
      await store.save({ ...session, usd: stage.usd() })
      await note('cancelled')
      return { stopReason: 'cancelled' }
    }
    await note('failed')
    throw error instanceof ScriptedError ? toRequestError(error) : error
  }
}

function factsOf({ prompt, _meta }: PromptRequest) {
  const text = (name: string): string => {
    const value = _meta?.[`tutti/${name}`]
    return typeof value === 'string' ? value : ''
  }
  return {
    run: text('run'),
    step: text('step'),
    role: text('role'),
    attempt: Number(_meta?.['tutti/attempt'] ?? 1),
    prompt: prompt.map((block) => (block.type === 'text' ? block.text : '')).join(''),
  }
}

function toRequestError({ code, message, retryAfterSeconds }: ScriptedError): RequestError {
  return new RequestError(code, message, retryAfterSeconds === null ? undefined : { retryAfterSeconds })
}
