import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable, Writable } from 'node:stream'
import * as acp from '@agentclientprotocol/sdk'

/** An agent that is led by as little as the protocol allows. */
export interface BareClient {
  /** A new session and one prompt in it; resolves with everything the agent said. */
  turn(prompt: string): Promise<string>
  end(): Promise<void>
}

/** Starts an agent and greets it. Contract: it allows everything, records nothing and checks nothing. */
export async function startBareClient(
  command: readonly [string, ...string[]],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<BareClient> {
  const [program, ...args] = command
  const child = spawn(program, args, { cwd, env: { ...env }, stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = once(child, 'close')
  let said = ''
  const connection = acp
    .client({ name: 'bare' })
    .onNotification('session/update', ({ params: { update } }) => {
      if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
        said += update.content.text
    })
    .onRequest('session/request_permission', ({ params: { options } }) => {
      const allowed = options.find(({ kind }) => kind === 'allow_once' || kind === 'allow_always')
      return allowed === undefined
        ? { outcome: { outcome: 'cancelled' } }
        : { outcome: { outcome: 'selected', optionId: allowed.optionId } }
    })
    .connect(acp.ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout)))
  await connection.agent.request('initialize', { protocolVersion: 1, clientCapabilities: {} })
  return {
    turn: async (prompt) => {
      said = ''
      const { sessionId } = await connection.agent.request('session/new', { cwd, mcpServers: [] })
      await connection.agent.request('session/prompt', {
        sessionId,
        prompt: [{ type: 'text', text: prompt }],
      })
      return said
    },
    end: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
