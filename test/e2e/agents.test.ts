import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { conformantAgent } from '../agents/conformant-agent.ts'
import { writeRawAgent } from '../agents/raw-agent.ts'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

let bench: CliBench
let bin: string
beforeAll(async () => {
  bench = await makeBench()
  bin = join(bench.folder, 'bin')
  await mkdir(bin)
  // A program of a known name that tells its version, and one that never ends.
  await writeProgram('goose', 'echo "goose 99.1.0"')
  await writeProgram('grok', 'sleep 600')
})
afterAll(() => bench.remove())

async function writeProgram(name: string, body: string): Promise<void> {
  await writeFile(join(bin, name), `#!/bin/sh\n${body}\n`)
  await chmod(join(bin, name), 0o755)
}

const withBin = () => ({
  ...bench.environment,
  PATH: `${bin}:${bench.environment['PATH']}`,
  XAI_API_KEY: 'k',
})

interface Listed {
  readonly name: string
  readonly file: string | null
  readonly version: { readonly version: string | null; readonly standing: string }
  readonly login: { readonly state: string; readonly by: string | null }
  readonly models: readonly string[]
}

test('agents lists what is known and set up, also where a program hangs', async () => {
  const { status, stdout } = await bench.cli(['agents', '--json'], { environment: withBin() })
  expect(status).toBe(0)
  const listed = JSON.parse(stdout) as readonly Listed[]
  const named = (name: string): Listed | undefined => listed.find((each) => each.name === name)
  expect(named('goose')).toMatchObject({
    file: join(bin, 'goose'),
    version: { version: '99.1.0', standing: 'newer' },
    login: { state: 'no' },
  })
  expect(named('grok')).toMatchObject({
    version: { version: null, standing: 'unknown' },
    login: { state: 'yes', by: 'XAI_API_KEY' },
  })
  expect(named('scripted')).toMatchObject({ file: process.execPath, login: { state: 'unknown' } })
})

test('the table of agents fits 80 columns, has no colours in a pipe, and says what to do', async () => {
  const outside = { environment: withBin(), cwd: bench.folder }
  const { status, stdout } = await bench.cli(['agents'], outside)
  expect(status).toBe(0)
  expect(stdout).not.toContain('\u001B')
  const words = stdout.split('\n').filter((line) => !line.includes(bench.folder))
  expect(words.filter((line) => line.length > 80)).toEqual([])
  expect(stdout).toMatch(/^! goose +99\.1\.0 \(newer\) +no/m)
  expect(stdout).toContain('npm install -g @openai/codex@')
})

test('an agent that nobody knows is one sentence', async () => {
  const { status, stderr } = await bench.cli(['agents', 'nobody'])
  expect(status).toBe(2)
  expect(stderr).toMatch(/^tutti: There is no agent "nobody"; .*\n$/)
  const tried = await bench.cli(['agents', 'test', 'nobody', '--scripted'])
  expect(tried.status).toBe(3)
  expect(tried.stderr).toMatch(/^tutti: There is no agent "nobody"[^\n]*\n$/)
})

test('agents test tells what it saw, and its status is the verdict', async () => {
  const command = (await writeRawAgent(bench.folder, conformantAgent(bench.folder))).join(' ')
  const good = await bench.cli(['agents', 'test', command, '--scripted'], { cwd: bench.folder })
  expect(good.status, good.stdout + good.stderr).toBe(0)
  expect(good.stdout).toMatch(/^✓ writes a file, as git sees it +required +passed +\d+\.\d s$/m)
  expect(good.stdout).toContain('every required check passed.')
  const poor = (await writeRawAgent(bench.folder, conformantAgent(bench.folder, 'no-json'))).join(' ')
  const bad = await bench.cli(['agents', 'test', poor, '--scripted', '--json'])
  expect(bad.status).toBe(1)
  const report = JSON.parse(bad.stdout) as { isFit: boolean; results: { id: string; state: string }[] }
  expect(report.isFit).toBe(false)
  expect(report.results.filter(({ state }) => state === 'failed')).toMatchObject([{ id: 'answer' }])
})

test('an interrupted trial leaves nothing', async () => {
  const command = (await writeRawAgent(bench.folder, conformantAgent(bench.folder))).join(' ')
  const started = bench.start(['agents', 'test', command, '--scripted'])
  await started.said('writes a file')
  started.signal('SIGINT')
  const { status, stderr } = await started.ended
  expect(status).toBe(130)
  expect(stderr).toContain('Stopping; the agent is being ended.')
})
