import { mkdir, rm } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AgentBench, createAgentBench, startTurn } from '../../../../test/agents/agent-bench.ts'
import { knownProgram } from '../../../../test/agents/known-program.ts'
import { writeRawAgent } from '../../../../test/agents/raw-agent.ts'
import { runningIn } from '../../../../test/agents/running-in.ts'
import type { Access, Agents } from '../../../kernel/ports/agents.ts'

/** Processes that are given another session. */
describe('reused processes', () => {
  let bench: AgentBench
  beforeEach(async () => {
    bench = await createAgentBench()
  })
  afterEach(() => bench.remove())

  const behaviour = `(() => {
    let [count, id] = [0, '']
    const tell = (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }, id)
    return {
      initialize: () => ({ protocolVersion: 1, agentCapabilities: { sessionCapabilities: { close: {} } } }),
      'session/new': () => ({ sessionId: (id = 's' + ++count) }),
      'session/close': ({ sessionId }) => { if (process.env.CLOSES === 'no') throw { code: -32603, message: 'no' }; return {} },
      'session/prompt': async ({ prompt: [{ text }] }) => {
        if (text === 'fail') throw { code: -32603, message: 'broken' }
        if (text === 'daemon') (await import('node:child_process')).spawn('sleep', ['600'], { stdio: 'ignore', detached: true }).unref()
        tell(self + ' ' + count)
        return ended
      },
    }
  })()`
  const open = async (sessions: 'one' | 'many', env: Record<string, string> = {}): Promise<Agents> => {
    const command = await writeRawAgent(bench.folder, behaviour)
    return bench.agents({ command, program: knownProgram({ sessions }), env })
  }
  const play = async (agents: Agents, prompt = 'go', access: Access = 'write') => {
    const reply = await startTurn(agents, { path: bench.workspace, access, prompt }).reply
    const [self = '', count = ''] = reply.text.split(' ')
    return { session: reply.session, self, count }
  }

  it('give the next session of the same agent, access and folder to the process of one that has ended', async () => {
    const agents = await open('many')
    const first = await play(agents)
    expect(await agents.end(first.session)).toBe(0)
    const second = await play(agents)
    expect(second).toMatchObject({ self: first.self, count: '2' })
    expect(second.session).not.toBe(first.session)
    const beside = await play(agents)
    expect(beside.self).not.toBe(first.self)
    await agents.end(second.session)
    const reader = await play(agents, 'go', 'read')
    expect([first.self, beside.self]).not.toContain(reader.self)
    await agents.close()
    expect(runningIn(bench.folder)).toBe(0)
  })

  it('are not for programs that hold one session, nor where a session does not close', async () => {
    for (const agents of [await open('one'), await open('many', { CLOSES: 'no' })]) {
      const first = await play(agents)
      await agents.end(first.session)
      expect((await play(agents)).self).not.toBe(first.self)
    }
  })

  it('are ended when a tool has left something running, which is told', async () => {
    const agents = await open('many')
    const first = await play(agents, 'daemon')
    expect(await agents.end(first.session)).toBe(1)
    expect((await play(agents)).self).not.toBe(first.self)
  })

  it('are ended when a turn has failed', async () => {
    const agents = await open('many')
    const first = await play(agents)
    const failing = startTurn(agents, { path: bench.workspace, session: first.session, prompt: 'fail' })
    await expect(failing.reply).rejects.toMatchObject({ code: 'agent-failed' })
    expect((await play(agents)).self).not.toBe(first.self)
  })

  it('do not work in a folder that was put in the place of theirs', async () => {
    const agents = await open('many')
    const first = await play(agents)
    await agents.end(first.session)
    await rm(bench.workspace, { recursive: true })
    await mkdir(`${bench.workspace}.other`)
    await mkdir(bench.workspace)
    expect((await play(agents)).self).not.toBe(first.self)
  })

  it('a session that is given another access is not spoken to in the same process', async () => {
    const agents = await open('many')
    const { session } = await play(agents)
    const reader = startTurn(agents, { path: bench.workspace, access: 'read', session })
    await expect(reader.reply).rejects.toMatchObject({ code: 'session-lost' })
    expect(runningIn(bench.folder)).toBe(0)
  })
})
