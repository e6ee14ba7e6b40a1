import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parseScenario } from '../../src/adapters/models/scripted/parse-scenario.ts'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

const document = await readFile(resolve(import.meta.dirname, '../../docs/scripted-model.md'), 'utf8')
const blocks = [...document.matchAll(/^```json\n([^]*?)^```$/gm)].map(([, text]) => text ?? '')

let bench: CliBench
beforeAll(async () => {
  bench = await makeBench()
  await bench.write('scenario.json', blocks[0] ?? '')
})
afterAll(() => bench.remove())

it('every scenario in the document can be played', () => {
  expect(blocks).toHaveLength(2)
  expect(parseScenario(blocks[0] ?? '', 'scenario.json').scenes.length).toBeGreaterThan(4)
  expect(parseScenario(`{"scenes":[${blocks[1]}]}`, 'scene.json').scenes).toHaveLength(1)
})

describe('tutti model', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('plays a scenario until %s', async (signal) => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const started = bench.start(['model', 'scenario.json', '--port', String(port)])
    await started.said('Ctrl-C ends it.')
    const body = JSON.stringify({
      messages: [{ role: 'user', content: '## Your task T1: greet' }],
      tools: [{ function: { name: 'write', parameters: { properties: { path: {}, content: {} } } } }],
    })
    const answer = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body })
    expect(await answer.text()).toContain('greeting.txt')
    started.signal(signal)
    expect(await started.ended).toMatchObject({
      status: 0,
      stdout: `${url}\n`,
      stderr: expect.stringContaining('requests that the scenario answered: 1.'),
    })
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })

  it('prints what a shell or a machine needs to point an agent at it', async () => {
    const lines = bench.start(['model', 'scenario.json', '--for', 'codex'])
    await lines.said('Ctrl-C ends it.')
    lines.signal('SIGINT')
    const { stdout } = await lines.ended
    expect(stdout).toMatch(/^# Codex asks the scripted model at http:/)
    expect(stdout).toContain('export CODEX_HOME="$home/.codex"\n')
    expect(stdout).toContain('cat > "$home/.codex/config.toml" <<')
    const machine = bench.start(['model', 'scenario.json', '--for', 'goose', '--json'])
    await machine.said('"url"')
    machine.signal('SIGINT')
    const ended = await machine.ended
    const told = JSON.parse(ended.stdout) as { readonly url: string }
    expect(told).toMatchObject({ agent: { agent: 'goose', variables: { OPENAI_HOST: told.url }, files: {} } })
    expect(ended).toMatchObject({ status: 0, stderr: '' })
  })

  it.each([
    [['nowhere.json'], 'There is no scenario at nowhere.json;'],
    [['README.md'], 'The scenario is not JSON'],
    [['scenario.json', '--for', 'nobody'], 'No agent called nobody is known; use one of '],
    [['scenario.json', '--port', '99999'], '--port must be a number from 0 to 65535, not 99999.'],
  ])('refuses %j', async (args, message) => {
    const { status, stdout, stderr } = await bench.cli(['model', ...args])
    expect(status).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain(message)
  })

  it('refuses a port that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const { status, stderr } = await bench.cli(['model', 'scenario.json', '--port', String(port)])
    taken.close()
    expect(status).toBe(2)
    expect(stderr).toContain(`Port ${port} is taken; choose another with --port, or leave it out.`)
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
