import { existsSync, watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ScriptedStep } from '../../src/adapters/models/scripted/scenario.ts'
import { type ScriptedModel, startScriptedModel } from '../../src/adapters/models/scripted/scripted-model.ts'
import { createTools } from '../../src/adapters/tools/mcp/create-tools.ts'
import { implementer } from '../../src/contracts/implementer.ts'
import { offerTools } from '../../src/contracts/offer-tools.ts'
import { type AgentBench, createAgentBench, startTurn } from '../agents/agent-bench.ts'

/** A goose program; without it only the model that it would talk to is tested. */
const goose = process.env['TUTTI_TEST_GOOSE']

/** An unmodified agent, as it is installed from the registry, with nothing scripted but its model. */
function describeGoose(program: string): void {
  describe('goose', () => {
    let bench: AgentBench
    let model: ScriptedModel
    beforeEach(async () => {
      bench = await createAgentBench()
      model = await startModel(STEPS)
    })
    afterEach(async () => {
      await bench.remove()
      await model.close()
    })

    const agentsIn = (mode: 'auto' | 'approve') =>
      bench.agents({
        command: [program, 'acp', '--with-builtin', 'developer'],
        env: {
          HOME: bench.folder,
          GOOSE_PROVIDER: 'openai',
          GOOSE_MODEL: 'scripted-model',
          GOOSE_MODE: mode,
          GOOSE_DISABLE_KEYRING: '1',
          OPENAI_HOST: model.url,
          OPENAI_BASE_PATH: 'v1/chat/completions',
          OPENAI_API_KEY: 'fake',
        },
      })

    it('writes a file, runs a command and replies, twice in one session', async () => {
      const agents = agentsIn('auto')
      const turn = startTurn(agents, { path: bench.workspace })
      const reply = await turn.reply
      expect(await readFile(join(bench.workspace, 'hello.txt'), 'utf8')).toContain('hello')
      expect(await readFile(join(bench.workspace, 'copy.txt'), 'utf8')).toContain('hello')
      expect(reply.stop).toBe('ended')
      expect(reply.text).toContain('{"status":"ok","steps":2}')
      expect(reply.usage).toMatchObject({ turns: 1, usd: null })
      expect(turn.activities.filter(({ kind }) => kind === 'tool').length).toBeGreaterThanOrEqual(2)
      expect(model.answered()).toBe(3)
      const again = await startTurn(agents, { path: bench.workspace, session: reply.session }).reply
      expect(again.text).toContain('{"status":"ok","steps":2}')
      expect(model.answered()).toBe(6)
    })

    it('is ended with the command it runs when the turn is cancelled', async () => {
      await model.close()
      model = await startModel([{ do: 'run', command: 'echo $$ > pid.tmp; mv pid.tmp pid; sleep 600' }])
      const turn = startTurn(agentsIn('auto'), { path: bench.workspace })
      await appears(bench.workspace, 'pid')
      turn.abort()
      await expect(turn.reply).rejects.toMatchObject({ code: 'cancelled' })
      const pid = (await readFile(join(bench.workspace, 'pid'), 'utf8')).trim()
      expect(existsSync(`/proc/${pid}/exe`)).toBe(false)
    })

    it('asks, and is refused what a role with read access may not do', async () => {
      const turn = startTurn(agentsIn('approve'), { path: bench.workspace, access: 'read' })
      await turn.reply
      expect(turn.activities.filter(({ text }) => text.startsWith('refused')).length).toBeGreaterThan(0)
      await expect(readFile(join(bench.workspace, 'hello.txt'))).rejects.toThrow('ENOENT')
    })

    it.each(['auto', 'approve'] as const)('calls the tools it is offered, in mode %s', async (mode) => {
      await model.close()
      model = await startModel([
        { do: 'call', tool: 'submit_result', input: { status: 'completed', summary: 'It is done.' } },
        { do: 'say', text: 'Done.' },
      ])
      const tools = createTools({ version: '0', onTrouble: () => {} })
      const calls: unknown[] = []
      const opened = await tools.open({
        session: null,
        tools: offerTools(implementer, null).tools,
        call: async (name, input) => {
          calls.push({ name, input })
          return { text: 'Accepted.', isError: false }
        },
      })
      if (opened === null) throw new Error('No tools were opened.')
      const role = { access: 'read', may: { exec: false, network: false } } as const
      const turn = startTurn(agentsIn(mode), { path: bench.workspace, ...role, tools: opened.server })
      const reply = await turn.reply
      await tools.close()
      expect(calls, reply.text).toEqual([
        { name: 'submit_result', input: { status: 'completed', summary: 'It is done.' } },
      ])
    })
  })
}

const STEPS: readonly ScriptedStep[] = [
  { do: 'write', path: 'hello.txt', text: 'hello\n' },
  { do: 'run', command: 'cp hello.txt copy.txt' },
  { do: 'say', text: 'Done.\n```json\n{"status":"ok","steps":2}\n```' },
]

function appears(folder: string, name: string): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!existsSync(join(folder, name))) return
      watcher.close()
      resolve()
    }
    const watcher = watch(folder, look)
    look()
  })
}

const startModel = (steps: readonly ScriptedStep[]): Promise<ScriptedModel> =>
  startScriptedModel({ scenario: { scenes: [{ steps }] } })

it("the model of these tests plays their steps to an agent that has goose's tools", async () => {
  const model = await startModel(STEPS)
  const named = (name: string, ...properties: readonly string[]) => ({
    function: { name, parameters: { properties: Object.fromEntries(properties.map((each) => [each, {}])) } },
  })
  const body = {
    messages: [{ role: 'user', content: 'Do the work.' }],
    tools: [named('write', 'path', 'content'), named('shell', 'command')],
  }
  const asked = await fetch(`${model.url}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  const call = { name: 'write', arguments: '{"path":"hello.txt","content":"hello\\n"}' }
  expect(await asked.json()).toMatchObject({ choices: [{ message: { tool_calls: [{ function: call }] } }] })
  await model.close()
})

if (goose !== undefined) describeGoose(goose)
