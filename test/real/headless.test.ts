import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { composeCommand } from '../../src/adapters/agents/headless/compose-command.ts'
import { createHeadlessAgents } from '../../src/adapters/agents/headless/headless-agents.ts'
import { createSystemClock } from '../../src/adapters/clock/system-clock.ts'
import type { Scenario } from '../../src/adapters/models/scripted/scenario.ts'
import { type ScriptedModel, startScriptedModel } from '../../src/adapters/models/scripted/scripted-model.ts'
import { createProcesses } from '../../src/adapters/processes/create-processes.ts'
import { createTools } from '../../src/adapters/tools/mcp/create-tools.ts'
import type { Agents, TurnRequest } from '../../src/kernel/ports/agents.ts'
import { plainEffect } from '../../src/kernel/ports/effect.ts'
import type { Tools } from '../../src/kernel/ports/tools.ts'
import { fillRecipe } from '../../src/profiles/fill-recipe.ts'
import { freshHome } from '../../src/profiles/fresh-home.ts'
import { startTurn } from '../agents/agent-bench.ts'
import { type BuiltProgram, buildScriptedProgram } from '../agents/build-scripted-program.ts'
import { CI_AGENTS, profileOf } from './agent-sets.ts'
import { programsOf } from './installed-agents.ts'
import { testedAgents } from './real-bench.ts'
import { NO_SURROUNDINGS } from '../../src/adapters/processes/surroundings.ts'

const PATIENCE_MS = 240_000
/** Of the bridge, which is led to them. */
const MODULES = join(import.meta.dirname, '../../node_modules')
const STRANGER = '33333333-3333-4333-8333-333333333333'
const scenario: Scenario = {
  scenes: [
    {
      when: 'NOTE IT',
      steps: [
        { do: 'call', tool: 'note', input: { a: 1 } },
        { do: 'say', text: 'Told.' },
      ],
    },
    { when: 'NO KEY', steps: [{ do: 'fault', fault: { kind: 'status', status: 401 } }] },
    { when: 'HANG', steps: [{ do: 'fault', fault: { kind: 'hang' } }] },
    {
      when: 'WRITE IT',
      steps: [
        { do: 'write', path: 'hello.txt', text: 'hello\n' },
        { do: 'run', command: 'echo hi > ran.txt' },
        { do: 'say', text: 'Done. {"status":"ok"}' },
      ],
    },
    { steps: [{ do: 'say', text: 'Again.' }] },
  ],
}

let built: BuiltProgram
let model: ScriptedModel
let tools: Tools
let folder = ''
const opened: Agents[] = []
beforeAll(async () => {
  built = await buildScriptedProgram()
  model = await startScriptedModel({ scenario })
  tools = createTools({ version: '0', onTrouble: () => {}, bridge: built.bridge })
})
afterAll(async () => {
  await tools.close()
  await model.close()
  await built.remove()
})
afterEach(async () => {
  for (const agents of opened.splice(0)) await agents.close()
  if (folder !== '') await rm(folder, { recursive: true, force: true })
})

/** Headless agents as a conductor would have them, with a fresh home and a repository to work in. */
async function arrange(name: string): Promise<{ readonly make: () => Agents; readonly path: string }> {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tutti-headless-')))
  const [home, path] = [join(folder, 'home'), join(folder, 'repository')]
  const program = profileOf(name)
  const { variables, files } = fillRecipe(program, model.url)
  for (const [file, text] of Object.entries(files)) {
    await mkdir(join(home, file, '..'), { recursive: true })
    await writeFile(join(home, file), text)
  }
  await mkdir(path)
  await promisify(execFile)('git', ['init', '--quiet', path])
  const newerNode = program.node === undefined ? [] : [programsOf('node24')]
  const env = {
    ...freshHome(program, home),
    ...variables,
    TMPDIR: join(folder, 'temporary'),
    PATH: [programsOf(name), ...newerNode, process.env['PATH'] ?? ''].join(delimiter),
  }
  for (const place of ['home', 'temporary']) await mkdir(join(folder, place), { recursive: true })
  for (const place of Object.values(freshHome(program, home))) await mkdir(place, { recursive: true })
  const command = program.headless?.command ?? ['']
  const patience = { stallMs: 60_000, totalMs: 120_000 }
  const agent = { name: 'agent', command, resume: true, program, model: null, way: 'headless' } as const
  const make = (): Agents => {
    const marker = `headless-${process.pid}-${opened.length}-${folder}`
    const ledgerFile = join(folder, `ledger-${opened.length}.jsonl`)
    const agents = createHeadlessAgents({
      profiles: [{ ...agent, ...patience }],
      processes: createProcesses({
        ledgerFile,
        marker,
        effect: plainEffect,
        takeOver: false,
        surroundings: { ...NO_SURROUNDINGS, writable: [folder], readable: [built.folder, MODULES] },
      }),
      clock: createSystemClock(),
      environment: () => Promise.resolve(env),
    })
    opened.push(agents)
    return agents
  }
  return { make, path }
}

const filesIn = async (path: string): Promise<readonly string[]> =>
  (await readdir(path)).filter((file) => file !== '.git').toSorted()

describe.each([...testedAgents()])('%s, led without ACP', (name) => {
  const way = profileOf(name).headless

  it(
    'P7: works, goes on in the same session after a restart, and says when a session is lost',
    async () => {
      const { make, path } = await arrange(name)
      const first = startTurn(make(), { path, prompt: 'Please WRITE IT.' })
      const reply = await first.reply
      expect(reply).toMatchObject({ text: expect.stringContaining('"status":"ok"'), stop: 'ended' })
      expect(first.sessions).toEqual([reply.session])
      expect(await filesIn(path)).toEqual(['hello.txt', 'ran.txt'])
      expect(await readFile(join(path, 'hello.txt'), 'utf8')).toBe('hello\n')
      expect(first.activities.filter(({ kind }) => kind === 'tool').length).toBeGreaterThanOrEqual(2)
      if (way?.tokens.report !== 'never') expect(reply.usage.tokens).toBeGreaterThanOrEqual(360)
      if (way?.resume === null) return
      const again = startTurn(make(), { path, prompt: 'What now?', session: reply.session })
      expect(await again.reply).toMatchObject({ text: 'Again.', session: reply.session })
      const stranger =
        way?.session === 'told' && name !== 'codex' ? reply.session.replace(/....$/, '0000') : STRANGER
      const lost = startTurn(make(), { path, prompt: 'What now?', session: stranger })
      await expect(lost.reply).rejects.toMatchObject({ code: 'session-lost' })
    },
    PATIENCE_MS,
  )

  it(
    'P7: is kept from writing in a role that may only read',
    async () => {
      const { make, path } = await arrange(name)
      const reader = startTurn(make(), { path, prompt: 'Please WRITE IT.', access: 'read', role: 'planner' })
      await reader.reply.catch(() => undefined)
      expect(model.requests().at(-1)?.said).toContain('WRITE IT')
      expect(await filesIn(path)).toEqual([])
    },
    PATIENCE_MS,
  )

  it(
    'P7: has our tools where it can take them',
    async () => {
      const { make, path } = await arrange(name)
      const calls: string[] = []
      const note = { name: 'note', description: 'Notes it.', input: { type: 'object' } } as const
      const call = async (tool: string): Promise<{ text: string; isError: boolean }> => {
        calls.push(tool)
        return { text: 'Noted.', isError: false }
      }
      const offer = await tools.open({ session: null, tools: [note], call })
      const server: Partial<TurnRequest> = offer === null ? {} : { tools: offer.server }
      const turn = startTurn(make(), { path, prompt: 'Please NOTE IT.', ...server })
      await turn.reply
      expect(calls).toEqual(way?.tools === null ? [] : ['note'])
    },
    PATIENCE_MS,
  )

  it(
    'P7: a refused key and a cancelled turn are named, and nothing is left',
    async () => {
      const { make, path } = await arrange(name)
      const agents = make()
      const refused = startTurn(agents, { path, prompt: 'There is NO KEY.' })
      await expect(refused.reply).rejects.toMatchObject({ failure: { trouble: 'unauthorised' } })
      const asked = model.requests().length
      const hanging = startTurn(agents, { path, prompt: 'Please HANG.' })
      await vi.waitFor(() => expect(model.requests().length).toBeGreaterThan(asked), 60_000)
      hanging.abort()
      await expect(hanging.reply).rejects.toMatchObject({ code: 'cancelled' })
      expect(await processesOf(folder)).toEqual([])
    },
    PATIENCE_MS,
  )
})

/** Processes that have this folder in their environment. */
async function processesOf(place: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const pid of (await readdir('/proc')).filter(
    (each) => /^\d+$/.test(each) && each !== String(process.pid),
  )) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    if (environment.includes(place))
      found.push(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => pid))
  }
  return found
}

it.each([...CI_AGENTS])('%s has a command for each access, and no secret stands in it', (name) => {
  const program = profileOf(name)
  const way = program.headless
  if (way === null) throw new Error(`${name} has no headless way.`)
  const stdio = { command: 'node', args: ['bridge.js'], env: { TUTTI_TOOLS_TOKEN: 'secret' } }
  const http = { url: 'http://127.0.0.1:1/mcp', headers: {} }
  const server = { name: 'tutti', tools: [], stdio, http, call: () => Promise.reject(new Error('unused')) }
  for (const access of ['read', 'write'] as const) {
    const patience = { stallMs: 1, totalMs: 1, resume: true, model: 'm-1', way: 'headless' } as const
    const { argv, env } = composeCommand({
      agent: { name, command: way.command, program, ...patience },
      way,
      turn: { access, prompt: 'Hello', tools: server },
      session: STRANGER,
      resuming: false,
      promptFile: '/prompt.md',
      environment: {},
    })
    expect(argv[0]).toBe(name)
    expect(argv).toContain('m-1')
    expect(argv.join(' ')).not.toMatch(/secret|\{(prompt|session|options|model|name|line)\}/)
    expect(env['TUTTI_TOOLS_TOKEN']).toBe(way.tools === null ? undefined : 'secret')
  }
})
