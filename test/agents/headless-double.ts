import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { HeadlessWay } from '../../src/profiles/headless-way.ts'
import type { ProgramProfile } from '../../src/profiles/program-profile.ts'

export interface HeadlessDouble {
  /** The built program of the scripted agent, whose parts it is made of. */
  readonly program: string
  readonly script: string
  /** Whether it chooses the name of a session itself. */
  readonly session: 'chosen' | 'told'
}

/** Writes a program that plays a script as headless agents do: one turn, lines of JSON, and it is gone. Sessions are kept in `DOUBLE_SESSIONS`. */
export async function writeHeadlessDouble(
  folder: string,
  { program, script, session }: HeadlessDouble,
): Promise<ProgramProfile> {
  const file = join(folder, 'headless-double.mjs')
  await writeFile(file, PROGRAM.replaceAll('PARTS', dirname(program)))
  const command = [process.execPath, file, '--script', script, '{options}'] as const
  const chosen = session === 'chosen' ? ['--session', '{session}'] : []
  return profile({
    command: [...command, ...chosen],
    resume: [...command, '--resume', '{session}'],
    session,
    lost: /no such session/,
    model: ['--model', '{model}'],
    access: { read: { arguments: ['--read'] }, write: {} },
    readOnly: 'program',
    checks: { arguments: ['--read', '--exec'] },
    without: { exec: { arguments: ['--no-exec'] }, network: { arguments: ['--no-network'] } },
    prompt: 'input',
    tools: { arguments: ['--tools', '{"command":{command},"args":{args},"names":{names}}'] },
    output: {
      session: [{ where: { type: 'begin' }, values: ['session'] }],
      model: [{ where: { type: 'begin' }, values: ['model'] }],
      says: [{ where: { type: 'said' }, values: ['text'] }],
      saysIn: 'pieces',
      thinks: [{ where: { type: 'thought' }, values: ['text'] }],
      tools: [{ where: { type: 'tool' }, values: ['title'] }],
      refusals: [{ where: { type: 'refused' }, values: ['what'] }],
      failures: [{ where: { type: 'failed' }, values: ['message'] }],
      complaints: [{ where: { type: 'complaint' }, values: ['message'] }],
      ends: [{ where: { type: 'end' }, values: ['stop'] }],
    },
    tokens: { report: 'cumulative', from: [{ where: { type: 'spent' }, values: ['tokens'] }] },
    usd: { report: 'cumulative', from: [{ where: { type: 'spent' }, values: ['usd'] }] },
  })
}

function profile(headless: HeadlessWay): ProgramProfile {
  return {
    name: 'double',
    title: 'Headless double',
    tried: [],
    version: ['double'],
    acp: null,
    headless,
    login: { files: [], variables: [], how: '' },
    hosts: [],
    variables: [],
    quiet: {},
    homes: [],
    homeVariables: { DOUBLE_SESSIONS: 'sessions' },
    troubles: [],
    scripted: { wire: 'openai-chat', model: '', variables: {}, files: {} },
  }
}

const PROGRAM = `
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findScene } from 'PARTS/find-scene.js'
import { openMcpClient } from 'PARTS/mcp-client.js'
import { playActs } from 'PARTS/play-acts.js'

const { values } = parseArgs({ options: {
  script: { type: 'string' }, session: { type: 'string' }, resume: { type: 'string' },
  model: { type: 'string' }, tools: { type: 'string' }, read: { type: 'boolean' }, exec: { type: 'boolean' },
  'no-exec': { type: 'boolean' }, 'no-network': { type: 'boolean' },
} })
const print = async (line) => { if (!process.stdout.write(JSON.stringify(line) + '\\n')) await once(process.stdout, 'drain') }
const fileOf = (session) => join(process.env.DOUBLE_SESSIONS, session + '.json')
let prompt = ''
for await (const chunk of process.stdin) prompt += chunk
process.stdout.write('Loading...\\n{"not":"closed"\\n')

const session = values.resume ?? values.session ?? randomUUID()
if (values.resume && !existsSync(fileOf(session))) {
  process.stderr.write('Error: no such session ' + session + '\\n')
  process.exit(1)
}
const known = values.resume ? JSON.parse(readFileSync(fileOf(session), 'utf8')) : { tokens: 0, usd: 0 }
const save = (spent) => writeFileSync(fileOf(session), JSON.stringify(spent))
save(known)
await print({ type: 'begin', session, model: values.model === 'refused' ? 'another' : (values.model ?? 'double-1') })

const aborter = new AbortController()
process.on('SIGTERM', () => aborter.abort(new Error('The turn was cancelled.')))
const looks = ['read', 'search', 'fetch', 'think']
const isAllowed = ({ kind, path }) => {
  if (kind === 'fetch' && values['no-network']) return false
  if (looks.includes(kind)) return true
  if (kind === 'execute' && values['no-exec']) return false
  if (values.read && !(kind === 'execute' && values.exec)) return false
  return path === undefined || (resolve(path) + sep).startsWith(process.cwd() + sep)
}
const mcp = values.tools ? JSON.parse(values.tools) : null
let client = null
const stage = {
  path: process.cwd(),
  signal: aborter.signal,
  say: (text) => print({ type: 'said', text }),
  think: (text) => print({ type: 'thought', text: text + '\\n' }),
  showTool: ({ title }) => print({ type: 'tool', title }),
  tellSpent: ({ tokens, usd }) => {
    const total = { tokens: known.tokens + tokens, usd: known.usd + usd }
    save(total)
    return print({ type: 'spent', ...total })
  },
  callTool: async (name, input) => {
    if (mcp === null) return null
    const env = mcp.names.map((each) => ({ name: each, value: process.env[each] }))
    client ??= await openMcpClient({ name: 'tutti', command: mcp.command, args: mcp.args, env })
    return client.call(name, input)
  },
  askPermission: async (ask) => {
    if (isAllowed(ask)) return true
    await print({ type: 'refused', what: ask.title })
    return false
  },
  wait: (ms) => sleep(ms, undefined, { signal: aborter.signal }),
  crash: (code) => process.exit(code),
  garbage: async (bytes) => {
    for (let left = bytes; left > 0; left -= 1000) {
      if (!process.stdout.write('x'.repeat(999) + '\\n')) await once(process.stdout, 'drain')
    }
  },
  hang: () => {
    process.removeAllListeners('SIGTERM')
    process.on('SIGTERM', () => {})
    return sleep(600_000)
  },
  stall: () => sleep(600_000, undefined, { signal: aborter.signal }),
  spawnDaemon: async (pidFile) => {
    const parent = spawn('/bin/sh', ['-c', 'sleep 600 & echo $! > "$0"', pidFile], { detached: true, stdio: 'ignore' })
    await once(parent, 'close')
  },
}
try {
  const script = JSON.parse(readFileSync(values.script, 'utf8'))
  const { TUTTI_STEP: step, TUTTI_ROLE: role, TUTTI_ATTEMPT: attempt } = process.env
  const scene = findScene(script, { role, step, attempt: Number(attempt), prompt })
  if (scene === null) throw new Error('No scene fits ' + role + ' at step ' + step)
  await playActs(scene.acts, stage)
  await print({ type: 'end', stop: 'end_turn' })
} catch (error) {
  await print({ type: 'failed', message: (error.code ?? '') + ' ' + error.message })
}
client?.close()
process.exit(0)
`
