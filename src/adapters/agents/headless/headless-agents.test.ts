import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createAgentBench } from '../../../../test/agents/agent-bench.ts'
import { type BuiltProgram, buildScriptedProgram } from '../../../../test/agents/build-scripted-program.ts'
import { writeHeadlessDouble } from '../../../../test/agents/headless-double.ts'
import { SOON_MS } from '../../../../test/ports/agents-script.ts'
import { describeAgentsPort } from '../../../../test/ports/agents.suite.ts'
import { createTools } from '../../tools/mcp/create-tools.ts'

let built: BuiltProgram
beforeAll(async () => {
  built = await buildScriptedProgram()
})
afterAll(() => built.remove())

describeAgentsPort('a headless program that names its sessions itself', async (options) => {
  const bench = await createAgentBench()
  const script = join(bench.folder, 'script.json')
  await writeFile(script, JSON.stringify(options.script))
  const sessions = join(bench.folder, 'sessions')
  await mkdir(sessions)
  const double = { program: built.program, script, session: 'told' } as const
  const program = await writeHeadlessDouble(bench.folder, double)
  const agent = {
    command: program.headless?.command ?? [''],
    program,
    way: 'headless',
    resume: options.resume,
    stallMs: options.stall === 'soon' ? SOON_MS : 60_000,
    env: { DOUBLE_SESSIONS: sessions },
  } as const
  const tools = createTools({ version: '0', onTrouble: () => {}, bridge: built.bridge })
  return {
    agents: bench.agents(agent),
    workspace: bench.workspace,
    tools,
    restarted: () => bench.agents(agent),
    clock: bench.clock,
    remove: async () => {
      await bench.remove()
      await tools.close()
    },
  }
})
