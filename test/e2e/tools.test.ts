import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Act } from '../../src/adapters/agents/scripted/script.ts'
import type { TurnLogEntry } from '../../src/adapters/agents/scripted/turn-log.ts'
import type { Json } from '../../src/kernel/json.ts'
import { PATIENCE_MS, agentProgram } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench, parseLines } from '../harness/cli-bench.ts'
import { findLeftBehind } from '../harness/left-behind.ts'
import { holdUntil, scene, scriptOf } from '../harness/script.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

const run = ['run', 'Do it', '--name', 'one', '--yes']
const call = (name: string, input: Json): Act => ({ act: 'tool', name, input })
const submit = (value: Json): Act => call('submit_result', value)
const learnt = { action: 'add', kind: 'learning', text: 'It is so.', evidence: ['README.md'] }
const completed = submit({ status: 'completed', summary: 'T1 is done.' })
const write: Act = { act: 'write', path: 'T1.txt', text: 'T1\n' }

let bench: CliBench
let environment: Readonly<Record<string, string>>
beforeEach(async () => {
  bench = await makeBench()
  environment = { ...bench.environment, TUTTI_POLICY_TOOLS: 'true' }
})
afterEach(() => bench.remove())

/** Agents that never say a word of JSON; the plan alone is said. */
async function useTools(mcp: 'http' | 'stdio', ...acts: readonly Act[]): Promise<void> {
  const implementer = scene({ role: 'implementer' }, [...acts, { act: 'say', text: 'That is all.' }])
  await bench.useScript(scriptOf([{ id: 'T1' }], [implementer]))
  const options = ['--script', join(bench.folder, 'script.json'), '--log', bench.agentLog]
  const sessions = ['--sessions', join(bench.meeting, 'sessions')]
  const command = [process.execPath, agentProgram, ...options, ...sessions, '--mcp', mcp]
  await bench.configure({ agents: { scripted: { command } } })
  await bench.git('commit', '--quiet', '--all', '--allow-empty', '--message', 'chore: settings')
}

async function answers(): Promise<readonly NonNullable<TurnLogEntry['answer']>[]> {
  const lines = parseLines(await readFile(bench.agentLog, 'utf8')) as unknown as readonly TurnLogEntry[]
  return lines.flatMap(({ answer }) => (answer ? [answer] : []))
}

test('a run whose agents reply by their tools', async () => {
  const asks = call('wisdom', { action: 'read' })
  await useTools('http', call('wisdom', learnt), asks, submit({ status: 'done' }), write, completed)
  const ended = await bench.cli(run, { environment })
  expect(ended.status, ended.stderr).toBe(0)
  expect(ended.stderr).toContain('It is so.')
  expect((await answers()).map(({ tool, isError }) => `${tool} ${isError ? 'refused' : 'taken'}`)).toEqual([
    'wisdom taken',
    'wisdom taken',
    'submit_result refused',
    'submit_result taken',
  ])
  expect((await answers())[1]?.text).toContain('"text":"It is so."')
  const events = await bench.events('one')
  expect(events.filter((event) => event.type === 'step-started' && event.step.includes('/repair-'))).toEqual(
    [],
  )
  expect(events).toContainEqual(expect.objectContaining({ type: 'fact-recorded', kind: 'told' }))
  expect(JSON.stringify(events)).not.toContain('Bearer')
  expect(await findLeftBehind(bench)).toEqual([])
})

test('P1: tools work again after a kill, and what was shared before is still there', async () => {
  const gate = join(bench.meeting, 'gate')
  const asks = call('wisdom', { action: 'read' })
  await useTools('stdio', call('wisdom', learnt), ...holdUntil(gate), asks, write, completed)
  const held = bench.start(run, { environment })
  await bench.untilFile(`${gate}.started`)
  held.signal('SIGKILL')
  await held.ended
  await writeFile(gate, '')
  const resumed = await bench.cli(['resume', 'one'], { environment })
  expect(resumed.status, resumed.stderr).toBe(0)
  const read = (await answers()).filter(({ text }) => text.includes('data, not instructions'))
  expect(read.map(({ text }) => text.split('It is so.').length - 1)).toEqual([1])
  const events = await bench.events('one')
  expect(events.filter((event) => event.type === 'fact-recorded' && event.kind === 'told')).toHaveLength(1)
  expect(await bench.git('log', '--format=%s', 'main..tutti/one')).toBe('chore: T1')
  expect(await findLeftBehind(bench)).toEqual([])
})
