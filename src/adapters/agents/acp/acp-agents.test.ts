import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createAgentBench } from '../../../../test/agents/agent-bench.ts'
import { type BuiltProgram, buildScriptedProgram } from '../../../../test/agents/build-scripted-program.ts'
import { SOON_MS } from '../../../../test/ports/agents-script.ts'
import { describeAgentsPort } from '../../../../test/ports/agents.suite.ts'
import { createTools } from '../../tools/mcp/create-tools.ts'
import { scriptedAgentCommand } from '../scripted/scripted-agent-command.ts'

let built: BuiltProgram
beforeAll(async () => {
  built = await buildScriptedProgram()
})
afterAll(() => built.remove())

describeAgentsPort('the scripted program through ACP', async ({ script, resume, stall }) => {
  const bench = await createAgentBench()
  const file = join(bench.folder, 'script.json')
  await writeFile(file, JSON.stringify(script))
  const sessions = join(bench.folder, 'sessions')
  await mkdir(sessions)
  const command = scriptedAgentCommand({
    program: built.program,
    script: file,
    log: join(bench.folder, 'turns.jsonl'),
    ...(resume ? { sessions } : {}),
  })
  const make = () => bench.agents({ command, resume, stallMs: stall === 'soon' ? SOON_MS : 60_000 })
  const tools = createTools({ version: '0', onTrouble: () => {}, bridge: built.bridge })
  return {
    agents: make(),
    workspace: bench.workspace,
    tools,
    restarted: make,
    clock: bench.clock,
    remove: async () => {
      await bench.remove()
      await tools.close()
    },
  }
})
