import { Server } from '@modelcontextprotocol/server'
import type { Json } from '../../../kernel/json.ts'
import type { Tool, ToolAnswer } from '../../../kernel/ports/tools.ts'

/** Where the tools of one session are, seen from either end of the wire. */
export interface ToolSource {
  list(): Promise<readonly Tool[]>
  /** Contract: never rejects. */
  call(name: string, input: Json): Promise<ToolAnswer>
}

/** The tools as one server of the Model Context Protocol, for one exchange or one connection. */
export function mcpFace(source: ToolSource, version: string): Server {
  const server = new Server({ name: 'tutti', version }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', async () => ({
    tools: (await source.list()).map(({ name, description, input }) => ({
      name,
      description,
      inputSchema: input,
    })),
  }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const { text, isError } = await source.call(params.name, (params.arguments ?? {}) as Json)
    return { content: [{ type: 'text', text }], isError }
  })
  return server
}
