import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AgentBench, createAgentBench, startTurn } from '../../../../test/agents/agent-bench.ts'
import { writeRawAgent } from '../../../../test/agents/raw-agent.ts'
import { runningIn } from '../../../../test/agents/running-in.ts'
import type { ConfiguredAgent } from '../turns/configured-agent.ts'

describe('failing agents', () => {
  let bench: AgentBench
  beforeEach(async () => {
    bench = await createAgentBench()
  })
  afterEach(() => bench.remove())

  const turnWith = async (behaviour: string, profile: Partial<ConfiguredAgent> = {}) => {
    const command = await writeRawAgent(bench.folder, behaviour)
    return startTurn(bench.agents({ command, ...profile }), { path: bench.workspace })
  }
  const failureWith = async (behaviour: string, profile: Partial<ConfiguredAgent> = {}) => {
    const turn = await turnWith(behaviour, profile)
    return turn.reply.then(
      () => ({ code: 'no failure' }),
      (thrown: { failure: object }) => thrown.failure,
    )
  }

  it('says what to do when the program is missing or no agent has that name', async () => {
    const agents = bench.agents({ command: ['no-such-agent-program', 'acp'] })
    await expect(startTurn(agents, { path: bench.workspace }).reply).rejects.toMatchObject({
      code: 'agent-missing',
      message:
        'The program "no-such-agent-program" of agent "agent" was not found; install it, or correct its `command` in tutti.yaml.',
    })
    const nobody = startTurn(agents, { path: bench.workspace, agent: 'nobody' })
    await expect(nobody.reply).rejects.toMatchObject({ code: 'agent-missing' })
  })

  it('names the exit code and the last words of one that dies', async () => {
    const failure = await failureWith(`{
      'session/prompt': () => { process.stderr.write('out of memory\\n', () => process.exit(7)); return never() },
    }`)
    expect(failure).toEqual({
      code: 'agent-failed',
      trouble: 'crashed',
      message:
        'Agent "agent" ended with exit code 7 in the middle of its work; the last it printed to standard error: out of memory',
      isolation: expect.any(String),
    })
    expect(
      await failureWith(`{ initialize: () => process.kill(process.pid, 'SIGKILL') && never() }`),
    ).toMatchObject({
      trouble: 'crashed',
      message: expect.stringContaining('was ended by SIGKILL'),
    })
  })

  it('ends one that closes its output but goes on', async () => {
    const behaviour = `{
      'session/prompt': () => { closeSync(1); setInterval(() => {}, 1000); return never() },
    }`
    // In a process namespace of its own somebody else holds its output open too.
    expect(await failureWith(behaviour, { stallMs: 1500 })).toMatchObject({
      trouble: expect.stringMatching(/^(crashed|hung)$/),
    })
    expect(runningIn(bench.folder)).toBe(0)
  })

  it('ends one whose child holds its output open after it died', async () => {
    const failure = await failureWith(`{
      'session/prompt': async () => {
        const { spawn } = await import('node:child_process')
        spawn('sleep', ['600'], { stdio: ['ignore', 'inherit', 'ignore'] }).on('spawn', () => process.exit(1))
        return never()
      },
    }`)
    expect(failure).toMatchObject({ trouble: 'crashed', message: expect.stringContaining('exit code 1') })
  })

  it('ends garbage without end, one endless line, and requests without end, all in bounded memory', async () => {
    const before = process.memoryUsage().rss
    const protocol = { code: 'agent-failed', trouble: 'protocol' }
    const pour = (text: string) => `{
      initialize: () => { const pour = () => { while (print(${text})); process.stdout.once('drain', pour) }; pour(); return never() },
    }`
    expect(await failureWith(pour(`'garbage '.repeat(1000) + '\\n'`))).toMatchObject(protocol)
    expect(await failureWith(pour(`'x'.repeat(65536)`))).toMatchObject(protocol)
    const request = `'{"jsonrpc":"2.0","id":1,"method":"fs/read_text_file","params":{}}\\n'.repeat(100)`
    expect(
      await failureWith(`{
      initialize: () => { process.stdin.pause(); process.stdin.removeAllListeners(); const pour = () => { while (print(${request})); process.stdout.once('drain', pour) }; pour(); return never() },
    }`),
    ).toMatchObject(protocol)
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  })

  it('does not wait for a program that prints on and on and never says a word of the protocol', async () => {
    const babble = `{ initialize: () => { print('not the protocol\\n'.repeat(1000)); return never() } }`
    expect(await failureWith(babble)).toMatchObject({
      trouble: 'protocol',
      message: expect.stringContaining('prints text that is not the protocol'),
    })
  })

  it('refuses one that speaks another version, and one that answers nonsense', async () => {
    expect(await failureWith(`{ initialize: () => ({ protocolVersion: 9 }) }`)).toMatchObject({
      trouble: 'protocol',
      message: expect.stringContaining('speaks ACP version 9'),
    })
    expect(await failureWith(`{ 'session/new': () => ({ sessionId: 5 }) }`)).toMatchObject({
      trouble: 'protocol',
    })
    expect(await failureWith(`{ 'session/prompt': () => 'fine' }`)).toMatchObject({ trouble: 'protocol' })
    expect(await failureWith(`{ 'session/prompt': () => ({ stopReason: 'cancelled' }) }`)).toMatchObject({
      trouble: 'protocol',
    })
    expect(await failureWith(`{ initialize: () => { send({ id: 0 }); return never() } }`)).toMatchObject({
      trouble: 'protocol',
    })
  })

  it('ends a turn that takes too long although it is never silent', async () => {
    const failure = await failureWith(
      `{
        'session/prompt': () => { setInterval(() => say('.'), 20); return never() },
        'session/cancel': () => process.exit(0),
      }`,
      { totalMs: 1500 },
    )
    expect(failure).toMatchObject({ trouble: 'timed-out' })
  })

  it('P7: one that takes too long keeps its session when it stops, and has time to finish', async () => {
    const command = await writeRawAgent(
      bench.folder,
      `{
        'session/prompt': ({ prompt: [{ text }] }) => {
          if (text === 'finish') { say('as far as I got'); return ended }
          const talk = setInterval(() => say('.'), 20)
          return new Promise((resolve) => { handlers['session/cancel'] = () => { clearInterval(talk); resolve({ stopReason: 'cancelled' }) } })
        },
      }`,
    )
    const agents = bench.agents({ command, totalMs: 1500 })
    const begunAt = bench.clock.awake()
    const slow = startTurn(agents, { path: bench.workspace })
    await expect(slow.reply).rejects.toMatchObject({ failure: { trouble: 'timed-out', session: 's1' } })
    const more = { path: bench.workspace, prompt: 'finish', session: 's1' }
    const late = startTurn(agents, { ...more, nudge: { kind: 'finish', begunAt } })
    expect(await late.reply).toMatchObject({ text: 'as far as I got', session: 's1' })
    const status = startTurn(agents, { ...more, prompt: '?', nudge: { kind: 'status', begunAt } })
    await expect(status.reply).rejects.toMatchObject({ failure: { trouble: 'timed-out' } })
  })

  it('P7: one that finishes when it is asked to stop is believed', async () => {
    const turn = await turnWith(
      `{
        'session/prompt': () => new Promise((resolve) => { handlers['session/cancel'] = () => { say('done'); resolve(ended) } }),
      }`,
      { stallMs: 1500 },
    )
    expect(await turn.reply).toMatchObject({ text: 'done', stop: 'ended' })
  })

  it('asks to stop first, answers later permission requests with cancelled, and leaves no process', async () => {
    const log = join(bench.folder, 'log')
    const turn = await turnWith(`{
      'session/prompt': async () => {
        update({ sessionUpdate: 'tool_call', toolCallId: 't', title: 'begun' })
        return new Promise((resolve) => { handlers['session/cancel'] = async () => {
          const { outcome } = await ask('session/request_permission', { sessionId: 's1', toolCall: { toolCallId: 't' }, options: [{ optionId: 'a', kind: 'allow_once', name: '' }] })
          appendFileSync(${JSON.stringify(log)}, outcome.outcome)
          resolve({ stopReason: 'cancelled' })
        } })
      },
    }`)
    await turn.seen('begun')
    expect(runningIn(bench.folder)).toBeGreaterThan(0)
    turn.abort()
    await expect(turn.reply).rejects.toMatchObject({ code: 'cancelled' })
    expect(await readFile(log, 'utf8')).toBe('cancelled')
    expect(runningIn(bench.folder)).toBe(0)
  })

  it('ends every agent that is still open when it is closed', async () => {
    const agents = bench.agents({ command: await writeRawAgent(bench.folder, '{}') })
    await startTurn(agents, { path: bench.workspace }).reply
    await startTurn(agents, { path: bench.workspace }).reply
    expect(runningIn(bench.folder)).toBeGreaterThanOrEqual(2)
    await agents.close()
    expect(runningIn(bench.folder)).toBe(0)
    const late = startTurn(agents, { path: bench.workspace })
    await expect(late.reply).rejects.toMatchObject({ code: 'cancelled' })
  })
})
