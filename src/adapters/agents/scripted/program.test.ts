import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AgentBench, createAgentBench, startTurn } from '../../../../test/agents/agent-bench.ts'
import { type BuiltProgram, buildScriptedProgram } from '../../../../test/agents/build-scripted-program.ts'
import type { Act } from './script.ts'
import { scriptedAgentCommand } from './scripted-agent-command.ts'
import type { TurnLogEntry } from './turn-log.ts'

describe('the scripted agent as a program', () => {
  let built: BuiltProgram
  let bench: AgentBench
  beforeAll(async () => {
    built = await buildScriptedProgram()
  })
  afterAll(() => built.remove())
  beforeEach(async () => {
    bench = await createAgentBench()
  })
  afterEach(() => bench.remove())

  const commandFor = async (scenes: Readonly<Record<string, readonly Act[]>>) => {
    const script = join(bench.folder, 'script.json')
    const list = Object.entries(scenes).map(([step, acts]) => ({ match: { step }, acts }))
    await writeFile(script, JSON.stringify({ scenes: list }))
    return scriptedAgentCommand({ program: built.program, script, log: join(bench.folder, 'turns.jsonl') })
  }
  const readLog = async (): Promise<readonly TurnLogEntry[]> => {
    const lines = (await readFile(join(bench.folder, 'turns.jsonl'), 'utf8')).trim().split('\n')
    return lines.map((line) => JSON.parse(line) as TurnLogEntry)
  }

  it('keeps a log of its own, with the beginning and the end of every turn', async () => {
    const command = await commandFor({
      good: [{ act: 'say', text: 'x' }],
      bad: [{ act: 'error', code: 1, message: 'no' }],
      cut: [{ act: 'crash', code: 1 }],
      slow: [
        { act: 'run', command: 'touch begun' },
        { act: 'wait', ms: 600_000 },
      ],
    })
    const agents = bench.agents({ command })
    const path = bench.workspace
    const good = await startTurn(agents, { path, step: 'good', attempt: 4 }).reply
    await startTurn(agents, { path, step: 'bad', session: good.session }).reply.catch(() => undefined)
    await startTurn(agents, { path, step: 'cut' }).reply.catch(() => undefined)
    const slow = startTurn(agents, { path, step: 'slow' })
    await slow.seen('touch begun (exit 0)')
    slow.abort()
    await slow.reply.catch(() => undefined)
    const log = await readLog()
    expect(log.map(({ step, phase }) => `${step} ${phase}`)).toEqual([
      'good start',
      'good end',
      'bad start',
      'bad failed',
      'cut start',
      'slow start',
      'slow cancelled',
    ])
    expect(log[0]).toEqual({
      at: expect.any(Number),
      pid: expect.any(Number),
      run: 'run-1',
      step: 'good',
      attempt: 4,
      session: good.session,
      phase: 'start',
    })
  })

  it('leaves a process behind when its script says so, which ending the session finds', async () => {
    const agents = bench.agents({
      command: await commandFor({ '**': [{ act: 'spawn-daemon', pidFile: 'pid' }] }),
    })
    const { session } = await startTurn(agents, { path: bench.workspace }).reply
    expect(existsSync(join(bench.workspace, 'pid'))).toBe(true)
    expect(await agents.end(session)).toBe(1)
  })

  it('survives little garbage, and changes files as its script says', async () => {
    const command = await commandFor({
      '**': [
        { act: 'garbage', bytes: 5000 },
        { act: 'write', path: 'a.txt', text: '1' },
        { act: 'remove', path: 'a.txt' },
        { act: 'say', text: 'still here' },
        { act: 'edit', path: 'a.txt', find: '1', replace: '2' },
      ],
    })
    const { reply } = startTurn(bench.agents({ command }), { path: bench.workspace })
    await expect(reply).rejects.toMatchObject({
      message: expect.stringContaining('cannot edit a.txt: ENOENT'),
    })
  })

  it('ends when its input ends, in the middle of a turn too', async () => {
    const [program, ...args] = await commandFor({})
    const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'inherit'] })
    child.stdin.end()
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
  })

  it('says what is wrong with its script or its arguments', async () => {
    const run = async (args: readonly string[]) => {
      const child = spawn(process.execPath, [built.program, ...args], { stdio: ['pipe', 'ignore', 'pipe'] })
      return text(child.stderr)
    }
    const script = join(bench.folder, 'broken.json')
    await writeFile(script, '{"scenes":5}')
    expect(await run(['--script', script, '--log', script])).toBe(
      `The script's scenes must be a list; correct it in ${script}.\n`,
    )
    expect(await run([])).toBe('Give --script FILE and --log FILE.\n')
  })
})
