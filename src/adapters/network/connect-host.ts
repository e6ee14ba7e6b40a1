import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'

export interface Destination {
  readonly host: string
  readonly port: number
  readonly addresses: readonly LookupAddress[]
  /** The proxy on the way there; `null`: none. */
  readonly upstream: URL | null
}

const CONNECTS_WITHIN_MS = 30_000
const MOST_HEAD_BYTES = 16 * 1024

/** Connects to one of the addresses that were judged, and to no other. Rejects when none of them answers. */
export async function connectHost({ host, port, addresses, upstream }: Destination): Promise<Socket> {
  const socket =
    upstream === null
      ? connect({
          host,
          port,
          autoSelectFamily: true,
          lookup: (_host, _options, tell) => tell(null, [...addresses]),
        })
      : connect({ host: upstream.hostname, port: Number(upstream.port || 80) })
  socket.on('error', () => undefined)
  const timer = setTimeout(() => socket.destroy(new Error('it did not answer in time')), CONNECTS_WITHIN_MS)
  try {
    await once(socket, 'connect')
    if (upstream !== null)
      await askUpstream(socket, upstream, host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`)
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function askUpstream(socket: Socket, { username, password }: URL, target: string): Promise<void> {
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const known = login === ':' ? '' : `Proxy-Authorization: Basic ${Buffer.from(login).toString('base64')}\r\n`
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${known}\r\n`)
  let head = Buffer.alloc(0)
  while (!head.includes('\r\n\r\n')) {
    if (head.length > MOST_HEAD_BYTES) throw new Error('the proxy of this machine answered too much')
    const chunk: unknown = socket.read()
    if (chunk instanceof Buffer) head = Buffer.concat([head, chunk])
    else await Promise.race([once(socket, 'readable'), once(socket, 'close').then(closed)])
  }
  if (!/^HTTP\/1\.[01] 200\b/.test(head.toString('latin1')))
    throw new Error('the proxy of this machine refused')
  const rest = head.subarray(head.indexOf('\r\n\r\n') + 4)
  if (rest.length > 0) socket.unshift(rest)
}

function closed(): never {
  throw new Error('the proxy of this machine hung up')
}
