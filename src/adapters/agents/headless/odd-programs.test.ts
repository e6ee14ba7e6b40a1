import { existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type AgentBench,
  createAgentBench,
  type PlayedTurn,
  startTurn,
} from '../../../../test/agents/agent-bench.ts'
import { writeOddProgram } from '../../../../test/agents/odd-program.ts'
import type { Agents, TurnHooks, TurnRequest } from '../../../kernel/ports/agents.ts'
import { DEFAULT_LIMITS } from '../../../kernel/ports/isolation.ts'
import type { HeadlessWay } from '../../../profiles/headless-way.ts'
import type { ConfiguredAgent } from '../turns/configured-agent.ts'

describe('odd headless programs', () => {
  let bench: AgentBench
  beforeEach(async () => {
    bench = await createAgentBench({ ...DEFAULT_LIMITS, processes: 40 })
  })
  afterEach(() => bench.remove())

  const agentsOf = async (
    behaviour: string,
    way: Partial<HeadlessWay> = {},
    more: Partial<ConfiguredAgent> = {},
  ): Promise<Agents> => {
    const program = await writeOddProgram(bench.folder, behaviour, way)
    const command = program.headless?.command ?? ['']
    return bench.agents({ command, program, way: 'headless', resume: true, ...more })
  }
  const play = async (
    behaviour: string,
    way: Partial<HeadlessWay> = {},
    more: Partial<ConfiguredAgent> = {},
    request: Partial<TurnRequest> = {},
    hooks: Partial<TurnHooks> = {},
  ): Promise<PlayedTurn> =>
    startTurn(await agentsOf(behaviour, way, more), { path: bench.workspace, ...request }, hooks)

  it('get the name of a new session from us before they start, and it is recorded by then', async () => {
    const order: string[] = []
    const onSession = async (session: string): Promise<void> => void order.push(session)
    const turn = await play(`say(argv.at(-1)); end()`, {}, {}, {}, { onSession })
    const { text, session } = await turn.reply
    expect(order).toEqual([session])
    expect(text).toBe(`--session=${session}`)
    expect(session).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    let started = false
    const refused = await play(
      `say('Here I am.'); end()`,
      {},
      {},
      {},
      { onSession: () => Promise.reject(new Error('disk full')), onActivity: () => void (started = true) },
    )
    await expect(refused.reply).rejects.toThrow('disk full')
    expect(started).toBe(false)
  })

  it('P11: fail with the limit that they ran into', async () => {
    const many =
      "for (let at = 0; at < 60; at += 1) (await import('node:child_process')).spawn('sleep', ['60'])"
    const turn = await play(`${many}; await new Promise((resolve) => setTimeout(resolve, 60_000))`)
    await expect(turn.reply).rejects.toMatchObject({
      failure: {
        code: 'agent-failed',
        message: expect.stringMatching(/passed the limit of 40 processes; .*sandbox\.limits/),
      },
    })
  })

  it('P7: are told the step, the role and the attempt in their environment', async () => {
    const turn = await play(
      `say([env.TUTTI_STEP, env.TUTTI_ROLE, env.TUTTI_ATTEMPT, env.TUTTI_RUN].join()); end()`,
    )
    expect((await turn.reply).text).toBe('work/attempt-1/implement,implementer,1,run-1')
  })

  it('P7: may print whatever they like around the lines that count', async () => {
    const noise = `console.log('Welcome!'); console.log('{"half":'); console.log('[1,2]'); console.log('null')`
    const turn = await play(`${noise}; say('One.'); console.log('\\u0000{}'); say('Two.'); end('max_tokens')`)
    expect(await turn.reply).toMatchObject({ text: 'One.\n\nTwo.', stop: 'token-limit' })
  })

  it.each([
    [
      'exit code 0 and only a complaint',
      `print({ type: 'complaint', message: '529 Overloaded' }); end()`,
      'overloaded',
    ],
    [
      'a failure after words',
      `say('On it.'); print({ type: 'failed', message: 'HTTP 401' }); end()`,
      'unauthorised',
    ],
    [
      'a complaint after words',
      `say('On it.'); print({ type: 'complaint', message: '429' }); end()`,
      'rate-limited',
    ],
    ['a notice in place of a reply', `say('API Error: 503 Service Unavailable'); end()`, 'overloaded'],
    ['not a word', `end()`, 'protocol'],
    ['no end', `say('On it.')`, 'protocol'],
    ['an end that nobody asked for', `say('On it.'); end('cancelled')`, 'protocol'],
    ['a crash', `say('On it.'); end(); process.exit(7)`, 'crashed'],
    [
      'a crash with words on standard error',
      `console.error('402 Payment Required'); process.exit(1)`,
      'out-of-quota',
    ],
  ])('P7: %s is no success', async (_what, behaviour, trouble) => {
    const turn = await play(behaviour)
    await expect(turn.reply).rejects.toMatchObject({ failure: { code: 'agent-failed', trouble } })
  })

  it('P7: a complaint that something came of is forgiven', async () => {
    const turn = await play(`print({ type: 'complaint', message: '429, trying again' }); say('Done.'); end()`)
    expect((await turn.reply).text).toBe('Done.')
  })

  it('P7: must run the model that was chosen, or the turn fails', async () => {
    const tells = `print({ type: 'begin', model: argv.includes('--model=sonnet') ? 'claude-sonnet-5' : 'gpt-x' }); say('Hi.'); end()`
    expect(await (await play(tells, {}, { model: 'sonnet' })).reply).toMatchObject({
      model: 'claude-sonnet-5',
    })
    const other = await play(tells, {}, { model: 'opus' })
    await expect(other.reply).rejects.toMatchObject({ failure: { trouble: 'model-unavailable' } })
  })

  it('P7: that go on in another session have lost theirs', async () => {
    const agents = await agentsOf(`print({ type: 'begin', session: 'another' }); say('Hi.'); end()`)
    const turn = startTurn(agents, { path: bench.workspace, session: 'mine' })
    await expect(turn.reply).rejects.toMatchObject({ code: 'session-lost' })
  })

  it('P7: that cannot go on at all say so before they start', async () => {
    const agents = await agentsOf(`say('Hi.'); end()`, { resume: null })
    expect(agents.canResume('agent')).toBe(false)
    const { session } = await startTurn(agents, { path: bench.workspace }).reply
    const again = startTurn(agents, { path: bench.workspace, session })
    await expect(again.reply).rejects.toMatchObject({ code: 'session-lost' })
    expect(again.activities).toEqual([])
  })

  it('P7: are arranged by the access of the role', async () => {
    const says = `say(argv.includes('--read') ? 'reader' : 'writer'); end()`
    expect((await (await play(says, {}, {}, { access: 'read' })).reply).text).toBe('reader')
    expect((await (await play(says)).reply).text).toBe('writer')
  })

  it('take a prompt of any length on standard input or from a file, and a short one as an argument', async () => {
    const prompt = 'p'.repeat(300_000)
    const input = await play(`say(String(prompt.length)); end()`, {}, {}, { prompt })
    expect((await input.reply).text).toBe('300000')
    const { headless } = await writeOddProgram(bench.folder, '')
    const [node = '', file = ''] = headless?.command ?? []
    const command = [node, file, '{prompt}'] as const
    const fromFile = await play(
      `say(argv[2] + ' ' + readFileSync(argv[2], 'utf8').length); end()`,
      { prompt: 'file', command },
      {},
      { prompt },
    )
    const [path = '', length] = (await fromFile.reply).text.split(' ')
    expect(length).toBe('300000')
    expect(existsSync(path)).toBe(false)
    const argument = { prompt: 'argument', command } as const
    const short = await play(`say(argv[2]); end()`, argument, {}, { prompt: '{session} as it is' })
    expect((await short.reply).text).toBe('{session} as it is')
    const long = await play(`say('never'); end()`, argument, {}, { prompt })
    await expect(long.reply).rejects.toThrow('at most 128 kB, and this one has 293 kB')
  })

  it('that are not there, or that have no such way, are missing', async () => {
    const absent = await play('', {}, { command: ['/nowhere/odd'] })
    await expect(absent.reply).rejects.toMatchObject({ code: 'agent-missing' })
    const agents = bench.agents({ command: ['odd'], way: 'headless' })
    const turn = startTurn(agents, { path: bench.workspace })
    await expect(turn.reply).rejects.toMatchObject({ code: 'agent-missing' })
  })

  it('P11: that stay when their turn is over are ended, and their reply counts', async () => {
    const turn = await play(`say('Done.'); end(); setInterval(() => {}, 1000)`)
    expect(await turn.reply).toMatchObject({ text: 'Done.', stop: 'ended' })
  }, 60_000)
})
