import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import type { Json } from '../../../kernel/json.ts'
import type { Grant, Grants } from './grants.ts'
import { mcpFace } from './mcp-face.ts'
import { readBody } from './read-body.ts'

const HOST = '127.0.0.1'
const MOST_CONNECTIONS = 512
const REQUEST_MS = 30_000

/** The one door of a conductor's tools. Contract: on this machine only, for programs that have a token only. */
export class ToolListener {
  readonly #grants: Grants
  readonly #server: Server
  readonly #mcp: McpHttpHandler
  readonly url: string

  private constructor(grants: Grants, version: string, server: Server) {
    this.#grants = grants
    this.#server = server
    this.url = `http://${HOST}:${(server.address() as AddressInfo).port}`
    this.#mcp = createMcpHandler(({ authInfo }) => {
      const grant = grants.find(authInfo?.token ?? '')
      if (grant === null) throw new Error('The token is not known any more.')
      return mcpFace(grant, version)
    })
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#serve(request, response).catch(() => response.destroy())
    })
  }

  static async open(grants: Grants, version: string): Promise<ToolListener> {
    const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS })
    server.maxConnections = MOST_CONNECTIONS
    server.listen(0, HOST)
    await once(server, 'listening')
    server.unref()
    return new ToolListener(grants, version, server)
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
    await this.#mcp.close()
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    if (headers.host !== new URL(this.url).host || headers.origin !== undefined) {
      return answer(response, 403, { error: 'This server is for agents on this machine alone.' })
    }
    const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
    const grant = this.#grants.find(token)
    if (grant === null) return answer(response, 401, { error: 'The token is missing or not known.' })
    if (method === 'GET' && url === '/tools') return answer(response, 200, await grant.list())
    if (method !== 'POST' || (url !== '/mcp' && url !== '/call')) {
      return answer(response, url === '/mcp' ? 405 : 404, { error: 'There is nothing here.' })
    }
    const body = await readBody(request)
    if (body === 'too-long') return answer(response, 413, { error: 'The request is too long.' })
    if (body === 'no-json') return answer(response, 400, { error: 'The request is not JSON.' })
    if (url === '/call') return answer(response, 200, await callPlainly(grant, body.value))
    await this.#serveMcp(request, response, token, body.value)
  }

  async #serveMcp(
    request: IncomingMessage,
    response: ServerResponse,
    token: string,
    parsedBody: unknown,
  ): Promise<void> {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    )
    const body = JSON.stringify(parsedBody)
    const asked = new Request(`${this.url}/mcp`, { method: 'POST', headers, body, signal: gone.signal })
    const authInfo = { token, clientId: 'agent', scopes: [] }
    const answered = await this.#mcp.fetch(asked, { parsedBody, authInfo })
    response.writeHead(answered.status, Object.fromEntries(answered.headers))
    if (answered.body === null) response.end()
    else await pipeline(Readable.fromWeb(answered.body as Parameters<typeof Readable.fromWeb>[0]), response)
  }
}

/** What the bridge asks for, whose other side speaks the protocol. */
async function callPlainly(grant: Grant, asked: unknown): Promise<unknown> {
  const { name, input } = (asked ?? {}) as { readonly name?: unknown; readonly input?: Json }
  if (typeof name !== 'string') return { text: 'The call names no tool.', isError: true }
  return grant.call(name, input ?? {})
}

function answer(response: ServerResponse, status: number, value: unknown): void {
  const more = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  const close = status === 413 ? { connection: 'close' } : {}
  response.writeHead(status, { 'content-type': 'application/json', ...more, ...close })
  response.end(JSON.stringify(value))
}
