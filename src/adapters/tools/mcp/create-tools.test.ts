import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSources } from '../../../../test/ports/build-sources.ts'
import { describeToolsPort, type ToolUser } from '../../../../test/ports/tools.suite.ts'
import type { OpenTools, Tool, Tools, ToolServer } from '../../../kernel/ports/tools.ts'
import { openMcpClient } from '../../agents/scripted/mcp-client.ts'
import { createTools } from './create-tools.ts'

let folder: string
let bridge: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-tools-'))
  await buildSources(folder, ['adapters/tools/mcp/bridge.ts'])
  bridge = join(folder, 'src/adapters/tools/mcp/bridge.js')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const pairs = (record: Readonly<Record<string, string>>) =>
  Object.entries(record).map(([name, value]) => ({ name, value }))
const overHttp = ({ name, http }: ToolServer) =>
  openMcpClient({ type: 'http', name, url: http.url, headers: pairs(http.headers) })
const overStdio = ({ name, stdio }: ToolServer) =>
  openMcpClient({ name, command: stdio.command, args: [...stdio.args], env: pairs(stdio.env) })

const make = (use: (server: ToolServer) => Promise<ToolUser>) => async () => {
  const tools = createTools({ version: '0', onTrouble: () => {}, bridge })
  return { tools, use, remove: () => tools.close() }
}
describeToolsPort('MCP over HTTP', make(overHttp))
describeToolsPort('MCP over standard streams', make(overStdio))
describeToolsPort(
  'MCP, from within the process',
  make((server) => Promise.resolve({ call: (name, input) => server.call(name, input), close: () => {} })),
)

describe('the server of the tools', () => {
  const told: string[] = []
  let tools: Tools
  let opened: OpenTools
  beforeEach(async () => {
    told.length = 0
    tools = createTools({ version: '0', onTrouble: (each) => void told.push(each), bridge })
    opened = await openFor(null)
  })
  afterEach(() => tools.close())

  const openFor = async (session: string | null, tool = 'note'): Promise<OpenTools> => {
    const list: readonly Tool[] = [{ name: tool, description: '', input: { type: 'object' } }]
    const made = await tools.open({
      session,
      tools: list,
      call: async (name) => {
        told.push(`${session} ${name}`)
        return { text: 'ok', isError: false }
      },
    })
    if (made === null) throw new Error('No tools were opened.')
    return made
  }
  const post = (init: RequestInit & { readonly path?: string } = {}): Promise<Response> => {
    const { url, headers } = opened.server.http
    const { path = '/mcp', ...rest } = init
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'note', arguments: {} } }
    return fetch(new URL(path, url), {
      method: 'POST',
      body: JSON.stringify(call),
      ...rest,
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...headers,
        ...(rest.headers as Record<string, string> | undefined),
      },
    })
  }

  it('is for whoever has the token, and tells the token to nobody else', async () => {
    expect((await post()).status).toBe(200)
    expect(told).toEqual(['null note'])
    for (const Authorization of ['', 'Bearer', 'Bearer x', 'Basic x']) {
      expect((await post({ headers: { Authorization } })).status, Authorization).toBe(401)
      expect((await post({ path: '/call', headers: { Authorization } })).status, Authorization).toBe(401)
    }
    expect(told).toHaveLength(1)
    const { stdio, http } = opened.server
    const token = http.headers['Authorization']?.slice('Bearer '.length) ?? ''
    expect(token.length).toBeGreaterThan(40)
    expect([stdio.command, ...stdio.args, http.url].join(' ')).not.toContain(token)
    expect(Object.values(stdio.env)).toContain(token)
  })

  it('listens on this machine alone, and not to what a browser brings', async () => {
    expect(new URL(opened.server.http.url).hostname).toBe('127.0.0.1')
    expect((await post({ headers: { origin: 'http://127.0.0.1' } })).status).toBe(403)
    expect(await raw('POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 0\r\n\r\n')).toContain(
      '403',
    )
    expect(told).toEqual([])
  })

  it.each([
    ['what is no JSON', { body: '{"jsonrpc"' }, 400],
    ['what is no JSON-RPC', { body: '[1,{"a":[]},null]' }, 400],
    ['more than a tool takes', { body: `"${'x'.repeat(3_000_000)}"` }, 413],
    ['a tree without end', { body: '['.repeat(500_000) }, 400],
    ['another place', { path: '/etc/passwd' }, 404],
    ['another way', { method: 'DELETE', body: null }, 405],
  ])('refuses %s and goes on', async (_what, init, status) => {
    expect((await post(init)).status).toBe(status)
    expect((await post()).status).toBe(200)
  })

  it('refuses what is deep beyond sense without ending', async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"note","arguments":${deep}}}`
    await post({ body }).then(
      (response) => response.text(),
      () => undefined,
    )
    await post({ path: '/call', body: `{"name":"note","input":${deep}}` }).then((each) => each.text())
    expect((await post()).status).toBe(200)
  })

  it('keeps the token of a session over its turns, and no longer', async () => {
    opened.taken('s1')
    opened.close()
    const next = await openFor('s1', 'other')
    expect(next.server.http).toEqual(opened.server.http)
    const client = await overHttp(opened.server)
    expect(await client.list()).toEqual(['other'])
    await client.call('other', {})
    expect(told).toEqual(['s1 other'])
    next.close()
    tools.forget('s1')
    tools.forget('never heard of')
    expect((await post()).status).toBe(401)
    expect((await openFor('s1')).server.http.headers).not.toEqual(opened.server.http.headers)
  })

  it('lets a turn whose session was lost go on in another', async () => {
    opened.taken('s1')
    tools.forget('s1')
    expect((await post()).status).toBe(200)
    opened.taken('s2')
    opened.close()
    expect((await post()).status).toBe(200)
    expect(told).toHaveLength(1)
    tools.forget('s2')
    expect((await post()).status).toBe(401)
  })

  it('takes no more than that of what says nothing of its length', async () => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"note","arguments":{}},"x":"`
    const chunks = [body, ...Array.from({ length: 5 }, () => 'x'.repeat(1_000_000)), '"}']
    const stream = ReadableStream.from(chunks.map((each) => new TextEncoder().encode(each)))
    const init = { body: stream, duplex: 'half' } as RequestInit
    const status = await post(init).then(
      (response) => response.status,
      () => 0,
    )
    expect([0, 413]).toContain(status)
    expect(told).toEqual([])
    expect((await post()).status).toBe(200)
  })

  it('forgets an offer that no session has taken', async () => {
    opened.close()
    expect((await post()).status).toBe(401)
  })

  it('serves agents that speak the newest revision', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } })
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }
    const response = await post({ body, headers })
    expect(await response.text()).toContain('"note"')
  })

  it('is gone when it is closed, and the bridge says so', async () => {
    const client = await overStdio(opened.server)
    expect(await client.list()).toEqual(['note'])
    await tools.close()
    await expect(post()).rejects.toThrow()
    expect(await client.call('note', {})).toMatchObject({ isError: true })
    client.close()
    expect(
      await tools.open({ session: null, tools: [], call: () => Promise.reject(new Error('no')) }),
    ).toBeNull()
  })

  const raw = async (request: string): Promise<string> => {
    const socket = connect(Number(new URL(opened.server.http.url).port), '127.0.0.1')
    socket.write(request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    return text(socket)
  }
})
