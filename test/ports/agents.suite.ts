import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Script } from '../../src/adapters/agents/scripted/script.ts'
import { type Failure, RunFailure } from '../../src/kernel/failure.ts'
import type { Clock } from '../../src/kernel/ports/clock.ts'
import type { Agents, Leave } from '../../src/kernel/ports/agents.ts'
import type { OpenTools, Tools } from '../../src/kernel/ports/tools.ts'
import type { Usage } from '../../src/kernel/usage.ts'
import { startTurn } from '../agents/agent-bench.ts'
import { agentsScript } from './agents-script.ts'

/** Agents that play a script, and the workspace they play it in. */
export interface ScriptedBench {
  readonly agents: Agents
  readonly workspace: string
  /** Tools as these agents can reach them. */
  readonly tools: Tools
  /** Agents as a new conductor would have them, with the same sessions on their side. */
  readonly restarted: () => Agents
  readonly clock: Clock
  readonly remove: () => Promise<void>
}

export interface ScriptedBenchOptions {
  readonly script: Script
  readonly resume: boolean
  /** `soon` is a silence of `SOON_MS`. */
  readonly stall: 'soon' | 'never'
}

/** What every implementation of the agents port must do, told with the scripted agent. */
export function describeAgentsPort(
  name: string,
  make: (options: ScriptedBenchOptions) => Promise<ScriptedBench>,
): void {
  describe(`agents port: ${name}`, () => {
    const benches: ScriptedBench[] = []
    const open = async (options: Partial<ScriptedBenchOptions> = {}): Promise<ScriptedBench> => {
      const bench = await make({ script: agentsScript, resume: false, stall: 'never', ...options })
      benches.push(bench)
      return bench
    }
    afterEach(async () => {
      for (const bench of benches.splice(0)) await bench.remove()
    })

    it('gives back all that was said, and the files are written', async () => {
      const { agents, workspace: path } = await open()
      const turn = startTurn(agents, { path, step: 'write' })
      const reply = await turn.reply
      expect(reply.text).toBe('Writing.```json\n{\n  "status": "ok"\n}\n```\n')
      expect(reply.stop).toBe('ended')
      expect(await readFile(join(path, 'deep/hello.txt'), 'utf8')).toBe('good day')
      expect(turn.activities.map((each) => each.kind)).toEqual(['message', 'tool', 'tool', 'message'])
      expect(turn.activities.every((each) => each.step === 'write')).toBe(true)
    })

    it('reports what was spent, and null when nobody told', async () => {
      const { agents, workspace: path } = await open()
      const told: Usage[] = []
      const onUsage = (usage: Usage): number => told.push(usage)
      const first = await startTurn(agents, { path, step: 'spend' }, { onUsage }).reply
      expect(first.usage).toEqual({ turns: 1, tokens: 120, usd: 0.25 })
      expect(told.at(-1)).toMatchObject({ turns: 1, usd: 0.25 })
      const second = await startTurn(agents, { path, step: 'spend', session: first.session }).reply
      expect(second.usage).toEqual({ turns: 1, tokens: 120, usd: 0.25 })
      const third = await startTurn(agents, { path, step: 'write', session: first.session }).reply
      expect(third.usage).toEqual({ turns: 1, tokens: null, usd: null })
    })

    it('keeps the session for a second turn, and ends it as often as it is told', async () => {
      const { agents, workspace: path } = await open()
      const first = startTurn(agents, { path, step: 'say' })
      const { session } = await first.reply
      expect(first.sessions).toEqual([session])
      const second = startTurn(agents, { path, step: 'say', session })
      expect((await second.reply).session).toBe(session)
      expect(second.sessions).toEqual([session])
      await agents.end(session)
      await agents.end(session)
      await agents.end('never heard of')
      expect(await failureOf(startTurn(agents, { path, step: 'say', session }).reply)).toMatchObject({
        code: 'session-lost',
      })
    })

    it('lets an agent call the tools of each of its turns, and go on whatever it is told', async () => {
      const { agents, workspace: path, tools } = await open()
      const calls: string[] = []
      const offer = async (session: string | null, isError: boolean): Promise<OpenTools> => {
        const note = { name: 'note', description: 'Notes it.', input: { type: 'object' } } as const
        const call = async (tool: string, input: unknown) => {
          calls.push(`${tool} ${JSON.stringify(input)}`)
          return { text: 'Noted.', isError }
        }
        const opened = await tools.open({ session, tools: [note], call })
        if (opened === null) throw new Error('No tools were opened.')
        return opened
      }
      const first = await offer(null, false)
      const onSession = async (session: string): Promise<void> => first.taken(session)
      const taken = startTurn(agents, { path, step: 'call', tools: first.server }, { onSession })
      const { session } = await taken.reply
      first.close()
      expect(taken.activities.map(({ text }) => text)).toContainEqual(expect.stringContaining('note (taken)'))
      const second = await offer(session, true)
      const refused = startTurn(agents, { path, step: 'call', session, tools: second.server })
      expect((await refused.reply).text).toBe('Told.')
      expect(refused.activities.map(({ text }) => text)).toContainEqual(
        expect.stringContaining('note (refused)'),
      )
      expect(calls).toEqual(['note {"a":1}', 'note {"a":1}'])
      const bare = startTurn(agents, { path, step: 'call' })
      expect((await bare.reply).text).toBe('Told.')
      expect(calls).toHaveLength(2)
    })

    it('P11: tells, once, how many processes outlived an agent, also one that failed', async () => {
      const { agents, workspace: path } = await open()
      const { session } = await startTurn(agents, { path, step: 'daemon' }).reply
      expect([await agents.end(session), await agents.end(session)]).toEqual([1, 0])
      const failing = startTurn(agents, { path, step: 'daemon-crash' })
      expect(await failureOf(failing.reply)).toMatchObject({ trouble: 'crashed' })
      const [failed = ''] = failing.sessions
      expect([await agents.end(failed), await agents.end(failed)]).toEqual([1, 0])
      const quiet = await startTurn(agents, { path, step: 'say' }).reply
      expect(await agents.end(quiet.session)).toBe(0)
    })

    it('prompts only after onSession has settled, and not at all when it rejects', async () => {
      const { agents, workspace: path } = await open()
      const order: string[] = []
      const onSession = async (): Promise<void> => {
        await new Promise((resolve) => setImmediate(resolve))
        order.push('session kept')
      }
      const onActivity = (): number => order.push('agent works')
      await startTurn(agents, { path, step: 'say' }, { onSession, onActivity }).reply
      expect(order).toEqual(['session kept', 'agent works'])
      const refused = startTurn(
        agents,
        { path, step: 'write' },
        { onSession: () => Promise.reject(new Error('disk full')) },
      )
      expect(await failureOf(refused.reply)).toMatchObject({ code: 'bug', message: 'disk full' })
      expect(refused.activities).toEqual([])
    })

    it('takes a session up again after a restart if the agent can, else says that it is lost', async () => {
      const lasting = await open({ resume: true })
      expect(lasting.agents.canResume('agent')).toBe(true)
      const { session } = await startTurn(lasting.agents, { path: lasting.workspace, step: 'say' }).reply
      await lasting.agents.close()
      const again = startTurn(lasting.restarted(), { path: lasting.workspace, step: 'write', session })
      expect(await again.reply).toMatchObject({ session, text: expect.stringMatching(/^Writing/) })
      expect(again.sessions).toEqual([session])
      const unknown = startTurn(lasting.restarted(), { path: lasting.workspace, session: 'nobody' })
      expect(await failureOf(unknown.reply)).toMatchObject({ code: 'session-lost' })

      const passing = await open({ resume: false })
      expect(passing.agents.canResume('agent')).toBe(false)
      const gone = await startTurn(passing.agents, { path: passing.workspace, step: 'say' }).reply
      await passing.agents.close()
      const request = { path: passing.workspace, step: 'say', session: gone.session }
      expect(await failureOf(startTurn(passing.restarted(), request).reply)).toMatchObject({
        code: 'session-lost',
      })
    })

    it('rejects with cancelled when the signal is aborted, before the turn or in it', async () => {
      const { agents, workspace: path } = await open()
      const aborted = AbortSignal.abort()
      const early = startTurn(agents, { path, step: 'write' }, { signal: aborted })
      expect(await failureOf(early.reply)).toMatchObject({ code: 'cancelled' })
      expect(early.activities).toEqual([])
      const turn = startTurn(agents, { path, step: 'wait' })
      await turn.seen('started.txt')
      turn.abort()
      expect(await failureOf(turn.reply)).toMatchObject({ code: 'cancelled' })
      const session = String(turn.sessions[0])
      expect(await failureOf(startTurn(agents, { path, session }).reply)).toMatchObject({
        code: 'session-lost',
      })
    })

    it('names how an agent let us down', async () => {
      const { agents, workspace: path } = await open()
      expect(await failureOf(startTurn(agents, { path, step: 'crash' }).reply)).toMatchObject({
        code: 'agent-failed',
        trouble: 'crashed',
        message: expect.stringContaining('exit code 3'),
      })
      expect(await failureOf(startTurn(agents, { path, step: 'login' }).reply)).toMatchObject({
        trouble: 'unauthorised',
      })
      expect(await failureOf(startTurn(agents, { path, step: 'busy' }).reply)).toMatchObject({
        trouble: 'overloaded',
      })
      expect(await failureOf(startTurn(agents, { path, step: 'no such scene' }).reply)).toMatchObject({
        trouble: 'protocol',
        message: expect.stringContaining('no such scene'),
      })
      expect(await failureOf(startTurn(agents, { path, step: 'flood' }).reply)).toMatchObject({
        trouble: 'protocol',
      })
    })

    it('P7: one that falls silent but stops when it is asked to keeps its session for another word', async () => {
      const { agents, workspace: path, clock } = await open({ stall: 'soon' })
      const begunAt = clock.awake()
      const told: Usage[] = []
      const stalled = startTurn(agents, { path, step: 'stall' }, { onUsage: (usage) => told.push(usage) })
      const failure = await failureOf(stalled.reply)
      const session = String(stalled.sessions[0])
      expect(failure).toMatchObject({ code: 'agent-failed', trouble: 'hung', session })
      expect(told.at(-1)).toMatchObject({ turns: 1, usd: 0.25 })
      const nudge = { kind: 'status', begunAt } as const
      const spoken = startTurn(agents, { path, step: 'spend', session, nudge })
      expect(await spoken.reply).toMatchObject({ session, usage: { turns: 1, tokens: 120, usd: 0.25 } })
    })

    it('P7: ends one that falls silent and does not even stop', async () => {
      const { agents, workspace: path } = await open({ stall: 'soon' })
      const turn = startTurn(agents, { path, step: 'hang' })
      const failure = await failureOf(turn.reply)
      expect(failure).toMatchObject({ code: 'agent-failed', trouble: 'hung' })
      expect(failure).not.toHaveProperty('session')
      const again = startTurn(agents, { path, step: 'say', session: String(turn.sessions[0]) })
      expect(await failureOf(again.reply)).toMatchObject({ code: 'session-lost' })
    })

    it('P7: one that is slow but gives signs of life is let be', async () => {
      const { agents, workspace: path } = await open({ stall: 'soon' })
      const turn = startTurn(agents, { path, step: 'ponder' })
      expect(await turn.reply).toMatchObject({ text: 'At last.', stop: 'ended' })
      expect(turn.activities.some(({ kind }) => kind === 'thought')).toBe(true)
    })

    it('reads when a rate limit ends', async () => {
      const { agents, workspace: path, clock } = await open()
      const before = clock.now()
      const failure = await failureOf(startTurn(agents, { path, step: 'limited' }).reply)
      expect(failure).toMatchObject({ code: 'agent-failed', trouble: 'rate-limited' })
      const retryAt = failure.code === 'agent-failed' ? (failure.retryAt ?? 0) : 0
      expect(retryAt).toBeGreaterThanOrEqual(before + 90_000)
      expect(retryAt).toBeLessThanOrEqual(clock.now() + 90_000)
    })

    it('a role with read access may look but not write', async () => {
      const { agents, workspace: path } = await open()
      const reader = startTurn(agents, { path, step: 'ask-to-write', access: 'read' })
      expect((await reader.reply).text).toBe('May I?')
      await expect(readFile(join(path, 'asked.txt'))).rejects.toThrow('ENOENT')
      expect(reader.activities.some((each) => each.kind === 'permission')).toBe(true)
      const looker = startTurn(agents, { path, step: 'ask-to-read', access: 'read' })
      expect((await looker.reply).text).toBe('I read it.')
      const writer = startTurn(agents, { path, step: 'ask-to-write', access: 'write' })
      expect((await writer.reply).text).toBe('May I?Thank you.')
      expect(await readFile(join(path, 'asked.txt'), 'utf8')).toBe('yes')
      const stray = startTurn(agents, { path, step: 'ask-to-stray', access: 'write' })
      expect((await stray.reply).text).toBe('')
    })

    it.each(['read', 'write'] as const)(
      'lets a role with %s access run commands and reach the network only if it may',
      async (access) => {
        const { agents, workspace: path } = await open()
        const says = async (step: string, may: Leave): Promise<string> =>
          (await startTurn(agents, { path, step, access, may }).reply).text
        expect(await says('ask-to-run', { exec: true, network: false })).toBe('I ran it.')
        expect(await says('ask-to-run', { exec: false, network: true })).toBe('')
        expect(await says('ask-to-fetch', { exec: false, network: true })).toBe('I looked it up.')
        expect(await says('ask-to-fetch', { exec: true, network: false })).toBe('')
      },
    )
  })
}

async function failureOf(reply: Promise<unknown>): Promise<Failure> {
  try {
    await reply
  } catch (thrown) {
    if (thrown instanceof RunFailure) return thrown.failure
    throw thrown
  }
  throw new Error('The turn should have failed.')
}
