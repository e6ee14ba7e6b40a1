import { type McpServer, PROTOCOL_VERSION, RequestError } from '@agentclientprotocol/sdk'
import { RunFailure } from '../../../kernel/failure.ts'
import type { ToolServer } from '../../../kernel/ports/tools.ts'
import type { AgentConnection } from './agent-connection.ts'
import { asNumber, asRecord, asText, type JsonRecord } from '../../../kernel/untrusted-json.ts'

/** Agrees on the protocol; resolves with what the agent can do. */
export async function greetAgent(
  connection: AgentConnection,
  agent: string,
  version: string,
): Promise<JsonRecord> {
  const welcome = await introduce(connection, agent, version)
  if (asNumber(welcome['protocolVersion']) !== PROTOCOL_VERSION) {
    throw notTheProtocol(agent, `speaks ACP version ${String(welcome['protocolVersion'])}, Tutti speaks 1`)
  }
  return asRecord(welcome['agentCapabilities'])
}

export interface Opening {
  readonly agent: string
  readonly path: string
  /** The agent's own name for the session to take up, or `null` for a new one. */
  readonly former: string | null
  readonly tools: ToolServer | null
  /** Goes along as `_meta`. */
  readonly meta: Readonly<Record<string, unknown>> | null
}

export interface OpenedSession {
  /** The agent's own name for it. */
  readonly id: string
  /** What the agent said of it. */
  readonly answer: JsonRecord
}

/** Opens or takes up a session; rejects with `session-lost` when the agent does not have it any more. */
export async function openSession(
  connection: AgentConnection,
  abilities: JsonRecord,
  opening: Opening,
): Promise<OpenedSession> {
  const { agent, path, former, tools, meta } = opening
  const offered = tools === null ? [] : [serverFor(tools, abilities)]
  if (former !== null)
    return { id: former, answer: await takeUp(connection, opening, former, abilities, offered) }
  const answer = await withTools(offered, async (mcpServers) =>
    asRecord(
      await connection.request('session/new', { cwd: path, mcpServers: [...mcpServers], ...along(meta) }),
    ),
  )
  const id = asText(answer['sessionId'])
  if (id === null || id === '') throw notTheProtocol(agent, 'opened a session without a name')
  return { id, answer }
}

async function introduce(connection: AgentConnection, agent: string, version: string): Promise<JsonRecord> {
  try {
    return asRecord(
      await connection.request('initialize', {
        protocolVersion: PROTOCOL_VERSION,
        clientInfo: { name: 'tutti', title: 'Tutti', version },
        clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
      }),
    )
  } catch (thrown) {
    if (!(thrown instanceof RunFailure) || !isMissingMethod(thrown.cause)) throw thrown
    throw notTheProtocol(agent, 'does not know how to begin a conversation')
  }
}

/** Programs that are no agents answer so, or send our own words back. */
function isMissingMethod(cause: unknown): boolean {
  return cause instanceof RequestError && cause.code === -32601
}

async function takeUp(
  connection: AgentConnection,
  { agent, path, meta }: Opening,
  sessionId: string,
  abilities: JsonRecord,
  offered: readonly McpServer[],
): Promise<JsonRecord> {
  const canResume = Boolean(asRecord(abilities['sessionCapabilities'])['resume'])
  if (!canResume && abilities['loadSession'] !== true) throw lost(agent, 'it cannot take sessions up again')
  try {
    return await withTools(offered, async (mcpServers) =>
      asRecord(
        await connection.request(canResume ? 'session/resume' : 'session/load', {
          sessionId,
          cwd: path,
          mcpServers: [...mcpServers],
          ...along(meta),
        }),
      ),
    )
  } catch (thrown) {
    if (!isProtocolTrouble(thrown)) throw thrown
    throw lost(agent, thrown.message.replace(/\.$/, ''), thrown)
  }
}

function along(meta: Opening['meta']): { readonly _meta?: Record<string, unknown> } {
  return meta === null ? {} : { _meta: { ...meta } }
}

/** An agent that does not take the tools does without them. */
async function withTools<T>(
  offered: readonly McpServer[],
  request: (mcpServers: readonly McpServer[]) => Promise<T>,
): Promise<T> {
  try {
    return await request(offered)
  } catch (thrown) {
    if (offered.length === 0 || !isProtocolTrouble(thrown)) throw thrown
    if (!(thrown.cause instanceof RequestError)) throw thrown
    return request([])
  }
}

function isProtocolTrouble(thrown: unknown): thrown is RunFailure {
  if (!(thrown instanceof RunFailure) || thrown.failure.code !== 'agent-failed') return false
  return thrown.failure.trouble === 'protocol'
}

/** By HTTP where the agent can; every agent can start a program, but some do not. */
function serverFor({ name, stdio, http }: ToolServer, abilities: JsonRecord): McpServer {
  if (asRecord(abilities['mcpCapabilities'])['http'] === true) {
    return { type: 'http', name, url: http.url, headers: pairsOf(http.headers) }
  }
  return { name, command: stdio.command, args: [...stdio.args], env: pairsOf(stdio.env) }
}

function pairsOf(record: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(record).map(([name, value]) => ({ name, value }))
}

function lost(agent: string, why: string, cause?: unknown): RunFailure {
  const message = `The session with agent "${agent}" is lost and its work must start anew: ${why}.`
  return new RunFailure({ code: 'session-lost', message }, { cause })
}

function notTheProtocol(agent: string, what: string): RunFailure {
  return new RunFailure({
    code: 'agent-failed',
    trouble: 'protocol',
    message: `Agent "${agent}" ${what}; install a version of it that speaks the Agent Client Protocol v1.`,
  })
}
