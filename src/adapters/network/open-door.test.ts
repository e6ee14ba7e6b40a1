import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer as createHttpServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { HostPattern } from '../../kernel/host-pattern.ts'
import { parseHostPattern } from '../../kernel/host-pattern.ts'
import type { Door, RefusedHost } from '../../kernel/ports/door.ts'
import { plainEffect } from '../../kernel/ports/effect.ts'
import { createDoors } from './open-door.ts'
import type { DoorsOptions } from './open-door.ts'

const place = mkdtempSync(join(tmpdir(), 'tutti-door-'))
const opened: Door[] = []
const refused: RefusedHost[] = []
let service: Server
let port = 0

beforeAll(async () => {
  service = createHttpServer((asked, answer) => {
    let length = 0
    asked.on('data', (chunk: Buffer) => (length += chunk.length))
    asked.on('end', () => answer.end(`${asked.method} ${asked.url} ${asked.headers.host} ${length}`))
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  port = (service.address() as AddressInfo).port
})

afterEach(async () => {
  await Promise.all(opened.splice(0).map((door) => door.close()))
  refused.length = 0
})

afterAll(() => {
  service.close()
  rmSync(place, { recursive: true })
})

function patterns(...written: readonly string[]): readonly HostPattern[] {
  return written.map((each) => {
    const pattern = parseHostPattern(each)
    if (pattern === null) throw new Error(`${each} is no pattern`)
    return pattern
  })
}

async function doorFor(hosts: readonly string[], more: Partial<DoorsOptions> = {}): Promise<Door> {
  const open = createDoors({ folder: join(place, 'doors'), environment: {}, effect: plainEffect, ...more })
  const door = await open({ hosts: () => patterns(...hosts), onRefused: (each) => refused.push(each) })
  opened.push(door)
  return door
}

/** Everything the door answers to these bytes until it hangs up. */
async function say(door: Door, bytes: string | Buffer): Promise<string> {
  const line = connect(door.socket)
  let heard = ''
  line.on('error', () => undefined)
  line.on('data', (chunk: Buffer) => {
    heard += chunk.toString('latin1')
  })
  line.write(bytes)
  await once(line, 'close')
  return heard
}

const tunnelTo = (target: string, path = '/tunnelled'): string =>
  `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\nGET ${path} HTTP/1.1\r\nHost: inside\r\nConnection: close\r\n\r\n`

test('P11: a listed host is reached, encrypted or not', async () => {
  const door = await doorFor([`localhost:${port}`])
  const tunnelled = await say(door, tunnelTo(`127.0.0.1:${port}`))
  expect(tunnelled).toContain('200 Connection established')
  expect(tunnelled).toContain('GET /tunnelled inside 0')
  const plain = await say(
    door,
    `POST http://localhost:${port}/plain?a=1 HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello`,
  )
  expect(plain).toContain(`POST /plain?a=1 localhost:${port} 5`)
  expect(refused).toEqual([])
})

const HIDDEN = 'GET /hidden HTTP/1.1\r\nHost: other.example.org\r\n\r\n'
const IN_PIECES = `${HIDDEN.length.toString(16)}\r\n${HIDDEN}\r\n0\r\n\r\n`

test.each([
  ['GET', `Transfer-Encoding: chunked\r\n\r\n${IN_PIECES}`],
  ['POST', `Transfer-Encoding: chunked\r\n\r\n${IN_PIECES}`],
  ['GET', `Content-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`],
  ['DELETE', `Connection: content-length\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`],
  ['DELETE', `Connection: transfer-encoding\r\nTransfer-Encoding: chunked\r\n\r\n${IN_PIECES}`],
])('P11: what a request of %s carries does not become another request', async (method, rest) => {
  const door = await doorFor([`localhost:${port}`])
  const line = connect(door.socket)
  line.on('error', () => undefined)
  line.write(`${method} http://localhost:${port}/asked HTTP/1.1\r\nHost: a\r\n${rest}`)
  const [heard] = (await once(line, 'data')) as [Buffer]
  expect(heard.toString()).toContain(`${method} /asked localhost:${port} ${HIDDEN.length}`)
  line.destroy()
})

test('P11: whatever is not listed is refused, and told once a host, without being looked up', async () => {
  const asked: string[] = []
  const find = (host: string): Promise<[]> => {
    asked.push(host)
    return Promise.resolve([])
  }
  const door = await doorFor(['api.example.com'], { find })
  for (let count = 0; count < 3; count += 1) {
    expect(await say(door, tunnelTo('evil.example.org:443'))).toMatch(/^HTTP\/1\.1 403 /)
  }
  expect(await say(door, 'GET http://evil.example.org/ HTTP/1.1\r\nHost: a\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 403 /,
  )
  expect(refused).toEqual([{ host: 'evil.example.org', why: 'not-listed' }])
  expect(asked).toEqual([])
})

test.each([
  ['127.0.0.1', 'an address of this machine'],
  ['169.254.169.254', 'the address of a cloud machine about itself'],
  ['10.0.0.7', 'an address of the own network'],
  ['[::1]', 'this machine in IPv6'],
  ['[::ffff:127.0.0.1]', 'this machine as IPv4 in IPv6'],
  ['[64:ff9b::7f00:1]', 'this machine through a translator'],
])('P11: %s, %s, is refused', async (host) => {
  const door = await doorFor(['*.example.com'])
  expect(await say(door, tunnelTo(`${host}:${port}`))).toMatch(/^HTTP\/1\.1 403 /)
  expect(refused).toHaveLength(1)
})

test('P11: a listed name that leads to a private address is refused, unless it is listed with its port', async () => {
  const find = (): Promise<{ address: string; family: number }[]> =>
    Promise.resolve([
      { address: '93.184.215.14', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])
  const door = await doorFor(['rebound.example.com', '*.example.net'], { find })
  for (const name of ['rebound.example.com:443', 'deep.example.net:443']) {
    expect(await say(door, tunnelTo(name))).toMatch(/^HTTP\/1\.1 403 /)
  }
  expect(refused.map(({ why }) => why)).toEqual(['private', 'private'])
  const own = await doorFor([`model.corp:${port}`], {
    find: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
  })
  expect(await say(own, tunnelTo(`model.corp:${port}`))).toContain('GET /tunnelled inside 0')
})

test('P11: a word given while a door is open counts at once', async () => {
  const hosts: string[] = []
  const open = createDoors({ folder: join(place, 'doors'), environment: {}, effect: plainEffect })
  const door = await open({ hosts: () => patterns(...hosts), onRefused: (each) => refused.push(each) })
  opened.push(door)
  expect(await say(door, tunnelTo(`localhost:${port}`))).toMatch(/^HTTP\/1\.1 403 /)
  hosts.push(`localhost:${port}`)
  expect(await say(door, tunnelTo(`localhost:${port}`))).toContain('GET /tunnelled')
})

test.each([
  ['no proxy request', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', /^HTTP\/1\.1 400 /],
  ['a port beyond the last', 'CONNECT localhost:99999 HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 400 /],
  ['a strange spelling', 'CONNECT 0x7f.1:80 HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 400 /],
  ['a name before the host', 'GET http://good@evil.org/ HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 400 /],
  ['no HTTP', '\u0016\u0003\u0001 hello \u0000\u0000\r\n\r\n', /^$/],
  ['endless headers', `GET http://a.example/ HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, /^$/],
])('P11: %s is turned away, and the door stays open', async (_, bytes, answer) => {
  const door = await doorFor([`localhost:${port}`])
  expect(await say(door, bytes)).toMatch(answer)
  expect(await say(door, tunnelTo(`localhost:${port}`))).toContain('GET /tunnelled')
})

test('P11: no bytes whatever harm a door', async () => {
  const door = await doorFor([`localhost:${port}`])
  const words = fc.constantFrom(
    'CONNECT ',
    'GET http://',
    `localhost:${port}`,
    ' HTTP/1.1\r\n',
    '\r\n\r\n',
    'Host: a\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Content-Length: -1\r\n',
    'Connection: upgrade\r\nUpgrade: websocket\r\n',
    '\u0000',
  )
  const noise = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('latin1'))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(words, noise), { maxLength: 8 }), async (parts) => {
      const line = connect(door.socket)
      line.on('error', () => undefined)
      line.end(Buffer.from(parts.join(''), 'latin1'))
      line.resume()
      setTimeout(() => line.destroy(), 20)
      await once(line, 'close')
    }),
    { numRuns: 100 },
  )
  expect(await say(door, tunnelTo(`localhost:${port}`))).toContain('GET /tunnelled')
})

test('P11: whoever is slow to say what it wants, or silent in its tunnel, is hung up on', async () => {
  const door = await doorFor([`localhost:${port}`], { headersMs: 100, idleMs: 150 })
  expect(await say(door, 'CONNECT loc')).not.toContain('200')
  const silent = await say(door, `CONNECT localhost:${port} HTTP/1.1\r\nHost: x\r\n\r\n`)
  expect(silent).toContain('200 Connection established')
})

test('P11: 200 connections at once all come through, and nothing of what they carry is lost', async () => {
  const big = createServer((line) => {
    const bytes = randomBytes(64 * 1024).toString('hex')
    line.on('error', () => undefined)
    line.end(bytes)
  })
  big.listen(0, '127.0.0.1')
  await once(big, 'listening')
  const at = (big.address() as AddressInfo).port
  const door = await doorFor([`localhost:${at}`])
  const heard = await Promise.all(
    Array.from({ length: 200 }, () => say(door, `CONNECT localhost:${at} HTTP/1.1\r\nHost: x\r\n\r\n`)),
  )
  const head = 'HTTP/1.1 200 Connection established\r\n\r\n'
  expect(heard.every((each) => each.startsWith(head) && each.length === head.length + 128 * 1024)).toBe(true)
  big.close()
})

test('P11: a plain request is for the host that was judged, whatever else it names', async () => {
  const door = await doorFor([`localhost:${port}`])
  const asked = `GET http://localhost:${port}/a HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`
  expect(await say(door, asked)).toContain(`GET /a localhost:${port} 0`)
})

test.each<[string, DoorsOptions['find']]>([
  ['', () => Promise.resolve([{ address: '93.184.215.14', family: 4 }])],
  [', also where that alone finds names', () => Promise.reject(new Error('ENOTFOUND'))],
])('P11: a machine that needs a proxy itself is left through that one%s', async (_, find) => {
  const asked: string[] = []
  const corporate = createHttpServer()
  corporate.on('connect', (wanted, line: Socket) => {
    asked.push(`${wanted.url} ${wanted.headers['proxy-authorization']}`)
    const onward = connect(port, '127.0.0.1')
    line.write('HTTP/1.1 200 OK\r\n\r\n')
    line.pipe(onward).pipe(line)
  })
  corporate.listen(0, '127.0.0.1')
  await once(corporate, 'listening')
  const { port: at } = corporate.address() as AddressInfo
  const door = await doorFor(['api.example.com'], {
    environment: { https_proxy: `http://me:secret@127.0.0.1:${at}` },
    ...(find === undefined ? {} : { find }),
  })
  expect(await say(door, tunnelTo('api.example.com:443'))).toContain('GET /tunnelled inside 0')
  expect(asked).toEqual([`api.example.com:443 Basic ${Buffer.from('me:secret').toString('base64')}`])
  corporate.close()
})

test('P11: a door is in a folder that only its user can enter, however long its path, and goes when it is closed', async () => {
  const folder = join(place, 'x'.repeat(120))
  const door = await doorFor([`localhost:${port}`], { folder })
  expect(statSync(dirname(door.socket)).mode & 0o777).toBe(0o700)
  expect(existsSync(door.socket)).toBe(true)
  await door.close()
  expect(existsSync(door.socket)).toBe(false)
})

test('P11: plain requests over one line are judged one by one', async () => {
  const door = await doorFor([`localhost:${port}`])
  const answers = await new Promise<number[]>((resolve) => {
    const codes: number[] = []
    const next = (url: string, then: () => void): void => {
      const asked = request({ socketPath: door.socket, path: url, headers: { host: 'x' } }, (answer) => {
        codes.push(answer.statusCode ?? 0)
        answer.resume().on('end', then)
      })
      asked.end()
    }
    next(`http://localhost:${port}/a`, () => next('http://evil.example/', () => resolve(codes)))
  })
  expect(answers).toEqual([200, 403])
})
