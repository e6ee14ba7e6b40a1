import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AgentBench, createAgentBench, startTurn } from '../../../../test/agents/agent-bench.ts'
import { writeRawAgent } from '../../../../test/agents/raw-agent.ts'
import type { ConfiguredAgent } from '../turns/configured-agent.ts'

/** What real agents do beside the protocol's letter, each seen in one of them. */
describe('odd agents', () => {
  let bench: AgentBench
  beforeEach(async () => {
    bench = await createAgentBench()
  })
  afterEach(() => bench.remove())

  const agentsWith = async (behaviour: string, profile: Partial<ConfiguredAgent> = {}) =>
    bench.agents({ command: await writeRawAgent(bench.folder, behaviour), ...profile })

  it('survives noise, unknown kinds, unknown methods and answers to nothing', async () => {
    const agents = await agentsWith(`{
      'session/prompt': async () => {
        print('Loading model…\\n[1,2]\\nnull\\n\\n{"half":\\n{"jsonrpc":"2.0","method":5}\\n')
        update({ sessionUpdate: 'mood_update', mood: 'good' })
        update(null)
        send({ method: 'vendor/telemetry', params: {} })
        send({ id: 4711, result: {} })
        send({ id: 'x', error: { code: 1, message: 'to nobody' } })
        update({ sessionUpdate: 'agent_message_chunk', content: { type: 'image', data: '' } })
        say('a'); update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'other' } }, 'sub')
        const refused = await new Promise((resolve) => { waiting.set('m', resolve); send({ id: 'm', method: 'fs/read_text_file', params: {} }) })
        say(refused === undefined ? 'b' : '?')
        return ended
      },
    }`)
    const { reply } = startTurn(agents, { path: bench.workspace })
    expect(await reply).toMatchObject({
      text: 'ab',
      stop: 'ended',
      usage: { turns: 1, tokens: null, usd: null },
    })
  })

  it('offers no way to write files through us, and refuses one that tries', async () => {
    const outside = join(bench.folder, 'outside.txt')
    const agents = await agentsWith(`{
      initialize: (params) => { handlers.told = () => params.clientCapabilities; return { protocolVersion: 1 } },
      'session/prompt': async () => {
        const { fs, terminal } = handlers.told()
        const answer = await ask('fs/write_text_file', { sessionId: 's1', path: ${JSON.stringify(outside)}, content: 'x' })
        say(JSON.stringify([fs.writeTextFile, terminal, answer === undefined]))
        return ended
      },
    }`)
    const { text } = await startTurn(agents, { path: bench.workspace }).reply
    expect(JSON.parse(text)).toEqual([false, false, true])
    await expect(readFile(outside)).rejects.toThrow('ENOENT')
  })

  it('counts the last words although the answer follows at once', async () => {
    const agents = await agentsWith(`{
      'session/prompt': () => { for (let i = 0; i < 500; i++) say(i + ','); return ended },
    }`)
    const { text } = await startTurn(agents, { path: bench.workspace }).reply
    expect(text.split(',')).toHaveLength(501)
  })

  it('puts tool calls together from updates, calls and permission requests in any order', async () => {
    const agents = await agentsWith(`{
      'session/prompt': async () => {
        update({ sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'in_progress' })
        update({ sessionUpdate: 'tool_call', toolCallId: 't1', title: 'write a.txt', kind: 'edit', status: 'in_progress' })
        update({ sessionUpdate: 'tool_call_update', toolCallId: 't1', content: [] })
        update({ sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'completed' })
        await ask('session/request_permission', { sessionId: 's1', toolCall: { toolCallId: 't2', title: 'run tests', kind: 'execute' }, options: [{ optionId: 'x', kind: 'allow_always', name: '' }] })
        update({ sessionUpdate: 'tool_call_update', toolCallId: 't2', status: 'completed' })
        return ended
      },
    }`)
    const turn = startTurn(agents, { path: bench.workspace })
    await turn.reply
    expect(turn.activities.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'tool: other (in_progress)',
      'tool: write a.txt (in_progress)',
      'tool: write a.txt (completed)',
      'tool: run tests (pending)',
      'permission: allowed: run tests (pending), write access',
      'tool: run tests (completed)',
    ])
  })

  it('tells run, step, attempt and role out of band, and a caller cannot replace them', async () => {
    const agents = await agentsWith(`{
      initialize: (params) => { say(JSON.stringify(params)); return { protocolVersion: 1 } },
      'session/prompt': (params) => { say(JSON.stringify(params._meta)); return ended },
    }`)
    const request = { path: bench.workspace, meta: { task: 'T1', 'tutti/step': 'forged' } }
    const { text } = await startTurn(agents, request).reply
    expect(JSON.parse(text)).toEqual({
      task: 'T1',
      'tutti/run': 'run-1',
      'tutti/step': 'work/attempt-1/implement',
      'tutti/attempt': 1,
      'tutti/role': 'implementer',
    })
  })

  it.each([
    ['refusal', 'refused'],
    ['max_tokens', 'token-limit'],
    ['max_turn_requests', 'turn-limit'],
    ['something new', 'ended'],
  ])('reads the stop reason %s as %s', async (stopReason, stop) => {
    const agents = await agentsWith(`{ 'session/prompt': () => ({ stopReason: '${stopReason}' }) }`)
    expect(await startTurn(agents, { path: bench.workspace }).reply).toMatchObject({ stop })
  })

  it('reads tokens where each agent puts them', async () => {
    const agents = await agentsWith(`{
      'session/prompt': ({ prompt: [{ text }] }) => {
        if (text === 'chunks') for (const n of [30, 12]) update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: '' }, _meta: { usage: { inputTokens: n, outputTokens: 1 } } })
        if (text === 'chunks') return ended
        return { ...ended, ...JSON.parse(text) }
      },
    }`)
    const path = bench.workspace
    const first = await startTurn(agents, { path, prompt: '{"usage":{"totalTokens":7}}' }).reply
    const tokensOf = async (prompt: string) =>
      (await startTurn(agents, { path, prompt, session: first.session }).reply).usage.tokens
    expect(first.usage.tokens).toBe(7)
    expect(await tokensOf('{"_meta":{"usage":{"input_tokens":5,"output_tokens":6}}}')).toBe(11)
    expect(await tokensOf('{"_meta":{"quota":{"token_count":{"input_tokens":1,"output_tokens":2}}}}')).toBe(3)
    expect(await tokensOf('chunks')).toBe(44)
    expect(await tokensOf('{"usage":null}')).toBe(null)
  })

  it('loads where an agent cannot resume, and the history it tells is not the reply', async () => {
    const log = join(bench.folder, 'log')
    const agents = await agentsWith(
      `{
      initialize: () => ({ protocolVersion: 1, agentCapabilities: { loadSession: true } }),
      'session/load': ({ sessionId, cwd }) => { writeFileSync(${JSON.stringify(log)}, sessionId + ' ' + cwd); say('old words'); update({ sessionUpdate: 'usage_update', used: 1, size: 1, cost: { amount: 3, currency: 'USD' } }); return null },
      'session/prompt': () => { say('new words'); update({ sessionUpdate: 'usage_update', used: 1, size: 1, cost: { amount: 3.5, currency: 'USD' } }); return ended },
    }`,
      { resume: true },
    )
    const reply = await startTurn(agents, { path: bench.workspace, session: 's1' }).reply
    expect(reply).toMatchObject({ text: 'new words', session: 's1', usage: { usd: 0.5 } })
    expect(await readFile(log, 'utf8')).toBe(`s1 ${bench.workspace}`)
  })

  it('says session-lost when the profile allows resuming but the agent cannot', async () => {
    const agents = await agentsWith('{}', { resume: true })
    const { reply } = startTurn(agents, { path: bench.workspace, session: 's1' })
    await expect(reply).rejects.toMatchObject({ code: 'session-lost' })
  })

  it('tells two live sessions apart that have the same name', async () => {
    const agents = await agentsWith(`{ 'session/prompt': () => { say(self); return ended } }`)
    const path = bench.workspace
    const [one, two] = [await startTurn(agents, { path }).reply, await startTurn(agents, { path }).reply]
    expect(one.session).not.toBe(two.session)
    expect(one.text).not.toBe(two.text)
    const again = await startTurn(agents, { path, session: two.session }).reply
    expect(again.text).toBe(two.text)
    await agents.end(one.session)
    expect((await startTurn(agents, { path, session: two.session }).reply).text).toBe(two.text)
  })

  it('starts anew in a new process when the old one died between turns', async () => {
    const agents = await agentsWith(
      `{
      initialize: () => ({ protocolVersion: 1, agentCapabilities: { sessionCapabilities: { resume: {} } } }),
      'session/resume': () => ({}),
      'session/prompt': () => { say(self); return ended },
    }`,
      { resume: true },
    )
    const path = bench.workspace
    const first = await startTurn(agents, { path }).reply
    await agents.end(first.session)
    const second = await startTurn(agents, { path, session: first.session }).reply
    expect(second.session).toBe(first.session)
    expect(second.text).not.toBe(first.text)
  })
})
