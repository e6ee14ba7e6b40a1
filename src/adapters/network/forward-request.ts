import { request as send } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import type { Target } from './read-target.ts'

const BETWEEN_TWO = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Hands one request without encryption on, over a connection made for it, and its answer back. Contract: whom it is for
 * says the target that was judged, and never what the asker writes: at one address there may be many.
 */
export function forwardRequest(
  asked: IncomingMessage,
  answer: ServerResponse,
  { host, port, path }: Target,
  socket: Socket,
): void {
  const name = host.includes(':') ? `[${host}]` : host
  const headers = {
    ...withoutHops(asked.headers),
    ...lengthOf(asked.headers),
    host: port === 80 ? name : `${name}:${port}`,
    connection: 'close',
  }
  const onward = send({ method: asked.method, path: path ?? '/', headers, createConnection: () => socket })
  onward.on('error', () => answer.destroy())
  onward.on('response', (answered) => {
    answer.writeHead(answered.statusCode ?? 502, withoutHops(answered.headers))
    pipeline(answered, answer, () => undefined)
  })
  answer.on('close', () => socket.destroy())
  pipeline(asked, onward, () => undefined)
}

/** How long what follows is; without that its words would be the next request, for whomever they say. */
function lengthOf(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  if (headers['transfer-encoding'] !== undefined) return { 'transfer-encoding': 'chunked' }
  const length = headers['content-length']
  return length === undefined ? {} : { 'content-length': length }
}

/** Without what is a matter of each two that talk to each other. */
function withoutHops(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = new Set((headers.connection ?? '').toLowerCase().split(/\s*,\s*/))
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !BETWEEN_TWO.has(name) && !named.has(name)),
  )
}
