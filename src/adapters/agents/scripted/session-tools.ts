import type { McpServer } from '@agentclientprotocol/sdk'
import type { Json } from '../../../kernel/json.ts'
import type { ToolAnswer } from '../../../kernel/ports/tools.ts'
import { type McpClient, openMcpClient } from './mcp-client.ts'

/** The tools that sessions were offered; a server is greeted when one of its tools is first called. */
export class SessionTools {
  readonly #servers = new Map<string, McpServer>()
  readonly #clients = new Map<string, Promise<McpClient>>()

  offer(session: string, servers: readonly McpServer[]): void {
    const [server] = servers
    if (server !== undefined) this.#servers.set(session, server)
  }

  /** `null` when the session was offered nothing; a server that is not there is an answer. */
  async call(session: string, name: string, input: Json): Promise<ToolAnswer | null> {
    const server = this.#servers.get(session)
    if (server === undefined) return null
    const opening = this.#clients.get(session) ?? openMcpClient(server)
    this.#clients.set(session, opening)
    try {
      return await (await opening).call(name, input)
    } catch (error) {
      this.#clients.delete(session)
      return { text: error instanceof Error ? error.message : String(error), isError: true }
    }
  }

  close(): void {
    for (const opening of this.#clients.values()) {
      opening.then(
        (client) => client.close(),
        () => undefined,
      )
    }
  }
}
