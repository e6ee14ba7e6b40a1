import type { McpServer } from '@agentclientprotocol/sdk'
import type { Json } from '../../../kernel/json.ts'
import type { ToolAnswer } from '../../../kernel/ports/tools.ts'
import { openHttpWire, openStdioWire, type McpWire } from './mcp-wire.ts'

/** A session's way to the tools of one server, as a real agent has it. */
export interface McpClient {
  list(): Promise<readonly string[]>
  call(name: string, input: Json): Promise<ToolAnswer>
  close(): void
}

/** Greets a server in whichever way it is offered; rejects when it cannot be reached. */
export async function openMcpClient(server: McpServer): Promise<McpClient> {
  const wire = openWire(server)
  await wire.request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'scripted', version: '1' },
  })
  await wire.notify('notifications/initialized')
  return {
    list: async () => {
      const { tools } = (await wire.request('tools/list', {})) as {
        readonly tools: readonly { name: string }[]
      }
      return tools.map(({ name }) => name)
    },
    call: async (name, input) => {
      const answer = (await wire.request('tools/call', { name, arguments: input })) as {
        readonly content: readonly { readonly text?: string }[]
        readonly isError?: boolean
      }
      return { text: answer.content.map(({ text }) => text ?? '').join(''), isError: answer.isError === true }
    },
    close: () => wire.close(),
  }
}

function openWire(server: McpServer): McpWire {
  if (!('type' in server)) {
    const env = Object.fromEntries(server.env.map(({ name, value }) => [name, value]))
    return openStdioWire(server.command, server.args, env)
  }
  if (server.type !== 'http') throw new Error(`The scripted agent knows no MCP over ${server.type}.`)
  return openHttpWire(server.url, Object.fromEntries(server.headers.map(({ name, value }) => [name, value])))
}
