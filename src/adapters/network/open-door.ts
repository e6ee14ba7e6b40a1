import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { basename, join } from 'node:path'
import type { Duplex } from 'node:stream'
import { formatHost } from '../../kernel/host-pattern.ts'
import type { Effect } from '../../kernel/ports/effect.ts'
import type { Door, DoorRequest, OpenDoor } from '../../kernel/ports/door.ts'
import { admitHost, findAddresses } from './admit-host.ts'
import type { FindAddresses } from './admit-host.ts'
import { connectHost } from './connect-host.ts'
import { forwardRequest } from './forward-request.ts'
import { joinSockets } from './join-sockets.ts'
import { readTarget } from './read-target.ts'
import type { Target } from './read-target.ts'
import { upstreamProxy } from './upstream-proxy.ts'

export interface DoorsOptions {
  /** A folder of the run's own; each door puts its socket there. */
  readonly folder: string
  /** The conductor's own, which may name a proxy that this machine needs. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly effect: Effect
  readonly find?: FindAddresses
  /** How long a connection may be silent. */
  readonly idleMs?: number
  /** How long a request may take to say what it wants. */
  readonly headersMs?: number
}

const MOST_CONNECTIONS = 512
const MOST_HEADER_BYTES = 16 * 1024
const HEADERS_WITHIN_MS = 10_000
const IDLE_MS = 15 * 60_000
/** Names that are told; whoever asks for more hosts than that is trying them out. */
const MOST_TOLD = 20

type Way = { readonly socket: Socket } | { readonly status: number; readonly words: string }
type FindWay = (target: Target | null) => Promise<Way>

/** Doors that are HTTP proxies on sockets of this machine. What is encrypted passes as it is. */
export function createDoors(options: DoorsOptions): OpenDoor {
  const { folder, effect, idleMs = IDLE_MS, headersMs = HEADERS_WITHIN_MS } = options
  return async (request) => {
    const path = join(folder, randomUUID())
    const findWay = finderOf(options, request)
    const lines = new Set<Duplex>()
    const note = (line: Duplex): void => {
      lines.add(line)
      line.once('close', () => lines.delete(line)).on('error', () => undefined)
    }
    const server = createServer({
      maxHeaderSize: MOST_HEADER_BYTES,
      headersTimeout: headersMs,
      requestTimeout: 0,
      connectionsCheckingInterval: headersMs / 4,
    })
    server.maxConnections = MOST_CONNECTIONS
    server.timeout = idleMs
    server.on('connection', note).on('clientError', (_error, line) => line.destroy())
    const wayFor = async (target: Target | null): Promise<Way> => {
      const way = await findWay(target)
      if ('socket' in way) note(way.socket)
      return way
    }
    server.on('connect', (asked: IncomingMessage, line: Duplex, head: Buffer) => {
      void wayFor(readTarget(asked)).then(
        (way) => tunnel(line, head, way, idleMs),
        () => line.destroy(),
      )
    })
    server.on('request', (asked: IncomingMessage, answer: ServerResponse) => {
      const target = readTarget(asked)
      void wayFor(target).then(
        (way) => pass(asked, answer, target, way),
        () => answer.destroy(),
      )
    })
    await effect('open door', () => listenIn(folder, path, server))
    return {
      socket: path,
      close: async () => {
        server.close()
        for (const line of lines) line.destroy()
        await rm(path, { force: true })
      },
    } satisfies Door
  }
}

/** The path of a socket may have a hundred letters; through its open folder any path is short. */
async function listenIn(folder: string, path: string, server: Server): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    const short = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}/${basename(path)}` : path
    // Whoever gets to it at all, through a mount of it alone, may be another user in there.
    server.listen({ path: short, readableAll: true, writableAll: true })
    await once(server, 'listening')
    server.on('error', () => undefined).unref()
  } finally {
    await handle.close()
  }
}

function finderOf({ environment, find = findAddresses }: DoorsOptions, request: DoorRequest): FindWay {
  const told = new Set<string>()
  return async (target) => {
    if (target === null) return { status: 400, words: 'That names no host and port that could be reached.' }
    const name = formatHost(target.host, target.port)
    const upstream = upstreamProxy(environment, target.host, target.port)
    const admission = await admitHost(target, request.hosts(), find)
    if (admission.kind === 'refused') {
      if (!told.has(name) && told.size < MOST_TOLD) {
        told.add(name)
        request.onRefused({ host: name, why: admission.why })
      }
      return { status: 403, words: `The sandbox does not let ${name} be reached; do without it, and say so.` }
    }
    // A machine that needs a proxy may find names by that alone.
    const addresses = admission.kind === 'admitted' ? admission.addresses : []
    if (addresses.length === 0 && upstream === null) return { status: 502, words: `${name} was not found.` }
    try {
      return { socket: await connectHost({ ...target, addresses, upstream }) }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return { status: 502, words: `${name} cannot be reached: ${why}` }
    }
  }
}

function tunnel(line: Duplex, head: Buffer, way: Way, idleMs: number): void {
  if (!('socket' in way)) {
    const body = `${way.words}\n`
    const fields = `Content-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`
    line.end(`HTTP/1.1 ${way.status} Refused\r\n${fields}\r\n\r\n${body}`)
    return
  }
  if (line.destroyed) return void way.socket.destroy()
  line.write('HTTP/1.1 200 Connection established\r\n\r\n')
  if (head.length > 0) way.socket.write(head)
  joinSockets(line, way.socket, idleMs)
}

function pass(asked: IncomingMessage, answer: ServerResponse, target: Target | null, way: Way): void {
  if ('socket' in way) return target === null ? undefined : forwardRequest(asked, answer, target, way.socket)
  answer.writeHead(way.status, { 'content-type': 'text/plain', connection: 'close' })
  answer.end(`${way.words}\n`)
}
