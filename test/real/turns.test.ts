import { existsSync, watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ScriptedStep } from '../../src/adapters/models/scripted/scenario.ts'
import { type ScriptedModel, startScriptedModel } from '../../src/adapters/models/scripted/scripted-model.ts'
import { readProcessTable, readVariable } from '../../src/adapters/processes/process-table.ts'
import type { Agents } from '../../src/kernel/ports/agents.ts'
import { fillRecipe } from '../../src/profiles/fill-recipe.ts'
import { freshHome } from '../../src/profiles/fresh-home.ts'
import { type AgentBench, createAgentBench, startTurn } from '../agents/agent-bench.ts'
import { writeAt } from '../fixtures/git-repository.ts'
import { profileOf } from './agent-sets.ts'
import { programsOf } from './installed-agents.ts'
import { testedAgents } from './real-bench.ts'

const PATIENCE_MS = 120_000

let bench: AgentBench
let model: ScriptedModel | null = null
beforeEach(async () => {
  bench = await createAgentBench()
})
afterEach(async () => {
  await bench.remove()
  await model?.close()
  model = null
})

/** The port of agents as a run has it, with the model that these steps are written down for. */
async function agentsFor(name: string, steps: readonly ScriptedStep[]): Promise<Agents> {
  const program = profileOf(name)
  const { command = ['none'], resumes = false } = program.acp ?? {}
  model = await startScriptedModel({ scenario: { scenes: [{ steps }] } })
  const home = join(bench.folder, 'home')
  const { variables, files } = fillRecipe(program, model.url)
  for (const [path, text] of Object.entries(files)) await writeAt(join(home, path), text)
  const programs = resolve(programsOf(name))
  const [file, ...args] = command
  return bench.agents({
    command: [join(programs, file), ...args],
    program,
    resume: resumes,
    env: {
      ...freshHome(program, home),
      ...variables,
      PATH: [programs, process.env['PATH'] ?? ''].join(delimiter),
    },
  })
}

describe.each(testedAgents())('%s', (agent) => {
  it(
    'P7: writes a file, runs a command and replies, twice in one session',
    async () => {
      const agents = await agentsFor(agent, [
        { do: 'write', path: 'hello.txt', text: 'hello\n' },
        { do: 'run', command: 'cp hello.txt copy.txt' },
        { do: 'say', text: 'Done.\n```json\n{"status":"ok","steps":2}\n```' },
      ])
      const turn = startTurn(agents, { path: bench.workspace })
      const reply = await turn.reply
      expect(await readFile(join(bench.workspace, 'hello.txt'), 'utf8')).toContain('hello')
      expect(await readFile(join(bench.workspace, 'copy.txt'), 'utf8')).toContain('hello')
      expect(reply.stop).toBe('ended')
      expect(reply.text).toContain('{"status":"ok","steps":2}')
      expect(reply.usage.turns).toBe(1)
      expect(turn.activities.filter(({ kind }) => kind === 'tool').length).toBeGreaterThanOrEqual(2)
      const again = await startTurn(agents, { path: bench.workspace, session: reply.session }).reply
      expect(again.text).toContain('{"status":"ok","steps":2}')
      expect(again.session).toBe(reply.session)
    },
    PATIENCE_MS,
  )

  it(
    'P7: is ended with the command it runs when the turn is cancelled',
    async () => {
      const agents = await agentsFor(agent, [
        { do: 'run', command: 'echo begun > begun.tmp; mv begun.tmp begun; sleep 600' },
      ])
      const turn = startTurn(agents, { path: bench.workspace })
      await appears(bench.workspace, 'begun')
      turn.abort()
      await expect(turn.reply).rejects.toMatchObject({ code: 'cancelled' })
      expect(processesWith(bench.folder)).toEqual([])
    },
    PATIENCE_MS,
  )
})

/** Everybody who has this folder in their home, whichever namespace they are in. */
function processesWith(folder: string): readonly string[] {
  return readProcessTable()
    .filter(({ pid }) => readVariable(pid, 'HOME')?.startsWith(folder) === true)
    .map(({ pid }) => `process ${pid}`)
}

function appears(folder: string, name: string): Promise<void> {
  return new Promise((found) => {
    const look = (): void => {
      if (!existsSync(join(folder, name))) return
      watcher.close()
      found()
    }
    const watcher = watch(folder, look)
    look()
  })
}
