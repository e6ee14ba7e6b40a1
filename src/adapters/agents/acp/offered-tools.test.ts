import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AgentBench, createAgentBench, startTurn } from '../../../../test/agents/agent-bench.ts'
import { type BuiltProgram, buildScriptedProgram } from '../../../../test/agents/build-scripted-program.ts'
import { writeRawAgent } from '../../../../test/agents/raw-agent.ts'
import type { OpenTools, Tools } from '../../../kernel/ports/tools.ts'
import { createTools } from '../../tools/mcp/create-tools.ts'
import { scriptedAgentCommand } from '../scripted/scripted-agent-command.ts'
import type { TurnLogEntry } from '../scripted/turn-log.ts'

describe('tools that a turn offers to its agent', () => {
  let built: BuiltProgram
  let bench: AgentBench
  let tools: Tools
  const calls: string[] = []
  beforeAll(async () => {
    built = await buildScriptedProgram()
  })
  afterAll(() => built.remove())
  beforeEach(async () => {
    calls.length = 0
    bench = await createAgentBench()
    tools = createTools({ version: '0', onTrouble: () => {}, bridge: built.bridge })
  })
  afterEach(async () => {
    await bench.remove()
    await tools.close()
  })

  const offer = async (session: string | null = null): Promise<OpenTools> => {
    const note = { name: 'note', description: '', input: { type: 'object' } } as const
    const call = async (name: string, input: unknown) => {
      calls.push(`${name} ${JSON.stringify(input)}`)
      return { text: `Noted ${calls.length}.`, isError: false }
    }
    const opened = await tools.open({ session, tools: [note], call })
    if (opened === null) throw new Error('No tools were opened.')
    return opened
  }

  it.each(['http', 'stdio'] as const)(
    'are reached over %s, also by a session that is taken up again',
    async (mcp) => {
      const [script, log] = [join(bench.folder, 'script.json'), join(bench.folder, 'turns.jsonl')]
      const acts = [
        { act: 'tool', name: 'note', input: { a: 1 } },
        { act: 'tool', name: 'note', input: { a: 2 } },
      ]
      await writeFile(script, JSON.stringify({ scenes: [{ match: {}, acts }] }))
      const sessions = join(bench.folder, 'sessions')
      const command = scriptedAgentCommand({ program: built.program, script, log, sessions, mcp })
      const { server } = await offer()
      const first = await startTurn(bench.agents({ command, resume: true }), {
        path: bench.workspace,
        tools: server,
      }).reply
      expect(calls).toEqual(['note {"a":1}', 'note {"a":2}'])
      const again = await offer(first.session)
      const later = { path: bench.workspace, session: first.session, tools: again.server }
      await startTurn(bench.agents({ command, resume: true }), later).reply
      expect(calls).toHaveLength(4)
      const entries = (await readFile(log, 'utf8')).trim().split('\n')
      const told = entries.map((line) => (JSON.parse(line) as TurnLogEntry).answer ?? null)
      expect(told.filter((each) => each !== null).map(({ text }) => text)).toEqual(
        [1, 2, 3, 4].map((each) => `Noted ${each}.`),
      )
    },
  )

  const saysServers = `'session/new': (p) => { seen = p.mcpServers; return { sessionId: 's1' } },
    'session/prompt': () => { say(JSON.stringify(seen)); return ended }`
  const offeredTo = async (behaviour: string): Promise<string> => {
    const command = await writeRawAgent(
      bench.folder,
      `(() => { let seen = null; return { ${behaviour} } })()`,
    )
    const { server } = await offer()
    return (await startTurn(bench.agents({ command }), { path: bench.workspace, tools: server }).reply).text
  }

  it('go by HTTP where the agent says that it can, and as a program where it does not', async () => {
    const plain = JSON.parse(await offeredTo(saysServers))
    expect(plain).toEqual([
      { name: 'tutti', command: process.execPath, args: [built.bridge], env: expect.any(Array) },
    ])
    const able = `initialize: () => ({ protocolVersion: 1, agentCapabilities: { mcpCapabilities: { http: true } } }), `
    expect(JSON.parse(await offeredTo(able + saysServers))).toEqual([
      {
        type: 'http',
        name: 'tutti',
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/),
        headers: [{ name: 'Authorization', value: expect.stringMatching(/^Bearer /) }],
      },
    ])
  })

  it('are left out for an agent that does not take them', async () => {
    const refuses = `'session/new': (p) => {
        if (p.mcpServers.length > 0) throw { code: -32602, message: 'MCP servers are not supported' }
        seen = p.mcpServers
        return { sessionId: 's1' }
      },
      'session/prompt': () => { say(JSON.stringify(seen)); return ended }`
    expect(await offeredTo(refuses)).toBe('[]')
  })

  it('do not hide why a session cannot be opened', async () => {
    const refuses = `'session/new': () => { throw { code: -32000, message: 'Authentication required' } }`
    await expect(offeredTo(refuses)).rejects.toMatchObject({ failure: { trouble: 'unauthorised' } })
  })
})
