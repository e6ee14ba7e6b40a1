import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDoors } from '../adapters/network/open-door.ts'
import { createProcesses } from '../adapters/processes/create-processes.ts'
import { findIsolation } from '../adapters/processes/find-isolation.ts'
import { NO_SURROUNDINGS } from '../adapters/processes/surroundings.ts'
import { parseHostPattern } from '../kernel/host-pattern.ts'
import type { RefusedHost } from '../kernel/ports/door.ts'
import { plainEffect as effect } from '../kernel/ports/effect.ts'
import type { IsolationLevel, NetworkAccess } from '../kernel/ports/isolation.ts'
import type { LaunchedProcess, Processes } from '../kernel/ports/processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'tutti-way-out-'))
const work = join(folder, 'work')
const refused: RefusedHost[] = []
let level: IsolationLevel
let service: Server
let other: Server
let port = 0
let otherPort = 0
let processes: Processes

beforeAll(async () => {
  mkdirSync(work)
  level = (await findIsolation()).level
  service = createServer((asked, answer) => answer.end(`served ${asked.url}`))
  other = createServer((_, answer) => answer.end('other served'))
  for (const each of [service, other]) await once(each.listen(0, '127.0.0.1'), 'listening')
  port = (service.address() as AddressInfo).port
  otherPort = (other.address() as AddressInfo).port
  processes = createProcesses({
    ledgerFile: join(folder, 'ledger'),
    marker: folder,
    effect,
    takeOver: false,
    surroundings: {
      ...NO_SURROUNDINGS,
      openDoor: createDoors({ folder: join(folder, 'doors'), environment: {}, effect }),
    },
  })
})

afterAll(async () => {
  await processes.endAll()
  service.close()
  other.close()
  rmSync(folder, { recursive: true })
})

function listed(): NetworkAccess {
  const pattern = parseHostPattern(`localhost:${port}`)
  if (pattern === null) throw new Error('no pattern')
  return { hosts: [pattern], onRefused: (each) => refused.push(each) }
}

async function start(script: string, network: NetworkAccess): Promise<LaunchedProcess> {
  const { PATH = '' } = process.env
  return processes.launch({
    argv: [process.execPath, '-e', script],
    cwd: work,
    env: { PATH, TMPDIR: work },
    label: 'a program',
    confined: { writable: [work], box: join(folder, 'box'), network },
  })
}

async function said(script: string, network = listed()): Promise<string> {
  const program = await start(script, network)
  const heard = await new Response(program.stdout as ReadableStream<Uint8Array<ArrayBuffer>>).text()
  await program.end(500)
  return heard
}

const GET = (
  host: string,
  at: number,
): string => `require('http').get({ host: '${host}', port: ${at}, path: '/x' }, (answer) => {
  answer.on('data', (chunk) => process.stdout.write(String(chunk)))
}).on('error', (error) => process.stdout.write(error.code))`

const THROUGH_PROXY = (
  url: string,
): string => `const { hostname, port } = new URL(process.env.HTTP_PROXY ?? 'http://127.0.0.1:1')
require('http').get({ host: hostname, port, path: '${url}', headers: { host: new URL('${url}').host } }, (answer) => {
  process.stdout.write(answer.statusCode + ' ')
  answer.on('data', (chunk) => process.stdout.write(String(chunk)))
}).on('error', (error) => process.stdout.write(error.code))`

test('P11: a listed service of this machine is reached at its own port, by programs that know no proxy', async () => {
  expect(await said(GET('127.0.0.1', port))).toBe('served /x')
  expect(await said(GET('localhost', port))).toBe('served /x')
})

test('P11: what is not listed is out of reach in the sandbox; elsewhere the network is that of the machine', async () => {
  const direct = await said(GET('127.0.0.1', otherPort))
  const proxied = await said(THROUGH_PROXY(`http://127.0.0.1:${otherPort}/x`))
  if (level === 'sandbox') {
    expect(direct).toBe('ECONNREFUSED')
    expect(proxied).toMatch(/^403 The sandbox does not let/)
    expect(refused).toEqual([{ host: `127.0.0.1:${otherPort}`, why: 'not-listed' }])
    expect(await said(GET('1.1.1.1', 80))).toBe('ENETUNREACH')
    expect(await said(GET('api.example.com', 80))).toMatch(/EAI_AGAIN|ENOTFOUND/)
    expect(await said(THROUGH_PROXY(`http://localhost:${port}/y`))).toBe('200 served /y')
  } else {
    expect(direct).toBe('other served')
    expect(proxied).toBe('ECONNREFUSED')
  }
})

test('P11: without network nothing is reached but what is in there', async () => {
  const inside = `const server = require('http').createServer((_, answer) => answer.end('own')).listen(0, '127.0.0.1', () => {
    require('http').get({ host: '127.0.0.1', port: server.address().port }, (answer) => {
      answer.on('data', (chunk) => process.stdout.write(String(chunk)))
      answer.on('end', () => server.close())
    })
  })`
  expect(await said(inside, 'none')).toBe('own')
  expect(await said(GET('127.0.0.1', port), 'none')).toBe(level === 'none' ? 'served /x' : 'ECONNREFUSED')
})

test('P1: what leads to the door is nobody that a program leaves behind, and its end is its own', async () => {
  for (let count = 0; count < 2; count += 1) {
    const program = await start('process.exitCode = 7', listed())
    expect(await program.ended).toEqual({ code: 7, signal: null })
    expect(program.others()).toEqual([])
    expect(await program.end(1000)).toBe(0)
  }
  const killed = await start(
    'process.kill(process.pid, "SIGTERM"); setTimeout(() => undefined, 5000)',
    listed(),
  )
  expect(await killed.ended).toEqual({ code: null, signal: 'SIGTERM' })
  expect(await killed.end(1000)).toBe(0)
  const leaving = `require('child_process').spawn('sleep', ['60'], { detached: true, stdio: 'ignore' }).unref()`
  const left = await start(leaving, listed())
  await left.ended
  expect(await left.end(1000)).toBe(1)
  expect(level === 'sandbox' ? readdirSync(join(folder, 'doors')) : []).toEqual([])
})
