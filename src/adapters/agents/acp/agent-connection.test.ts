import { expect, it } from 'vitest'
import type { LaunchedProcess, ProcessEnd } from '../../../kernel/ports/processes.ts'
import { createSystemClock } from '../../clock/system-clock.ts'
import { AgentConnection } from './agent-connection.ts'

function connect(limit: string | null = null) {
  let exit: (end: ProcessEnd) => void = () => undefined
  let print: (text: string | null) => void = () => undefined
  let ends = 0
  const process: LaunchedProcess = {
    pid: 0,
    stdin: new WritableStream(),
    stdout: new ReadableStream({
      start(controller) {
        print = (text) => (text === null ? controller.close() : controller.enqueue(Buffer.from(`${text}\n`)))
      },
    }),
    stderrTail: () => '',
    ended: new Promise((resolve) => {
      exit = resolve
    }),
    confinement: 'none',
    exceeded: () => limit,
    others: () => [],
    end: () => {
      exit({ code: null, signal: 'SIGTERM' })
      return Promise.resolve(ends++)
    },
  }
  const connection = new AgentConnection({ agent: 'agent', program: null }, process, createSystemClock())
  return {
    connection,
    exit: () => exit({ code: 4, signal: null }),
    print: (text: string | null) => print(text),
    ends: () => ends,
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

it('names the limit that its program ran into', async () => {
  const { connection, exit, print } = connect('the limit of 40 processes')
  const refused = expect(
    connection.request('session/new', { cwd: '/', mcpServers: [] }),
  ).rejects.toMatchObject({
    failure: {
      code: 'agent-failed',
      message: expect.stringMatching(/passed the limit of 40 processes; .*sandbox\.limits/),
    },
  })
  exit()
  print(null)
  await refused
})

it('takes an answer that is read after the process has ended', async () => {
  const { connection, exit, print } = connect()
  const answer = connection.request('session/new', { cwd: '/', mcpServers: [] })
  exit()
  await settle()
  print('{"jsonrpc":"2.0","id":0,"result":{"sessionId":"s"}}')
  print(null)
  expect(await answer).toEqual({ sessionId: 's' })
})

it('names the exit code when the output ends first, and ends the process once', async () => {
  const { connection, exit, print, ends } = connect()
  const answer = connection.request('session/new', { cwd: '/', mcpServers: [] })
  const refused = expect(answer).rejects.toMatchObject({
    failure: { trouble: 'crashed', message: expect.stringContaining('exit code 4') },
  })
  print(null)
  await settle()
  exit()
  await refused
  await connection.gone
  await connection.end()
  expect(ends()).toBe(1)
})
