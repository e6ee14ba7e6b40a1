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

for (const session of ['chosen', 'told'] as const) {
  describeAgentsPort(`a headless program whose sessions' names are ${session}`, async (options) => {
    const bench = await createAgentBench()
    const script = join(bench.folder, 'script.json')
    await writeFile(script, JSON.stringify(options.script))
    const sessions = join(bench.folder, 'sessions')
    await mkdir(sessions)
    const { program: parts } = built
    const program = await writeHeadlessDouble(bench.folder, { program: parts, script, sessions, session })
    const command = program.headless?.command ?? ['']
    const stallMs = options.stall === 'soon' ? SOON_MS : 60_000
    const make = () => bench.agents({ command, program, way: 'headless', resume: options.resume, stallMs })
    const tools = createTools({ version: '0', onTrouble: () => {}, bridge: built.bridge })
    return {
      agents: make(),
      workspace: bench.workspace,
      tools,
      restarted: make,
      now: () => bench.clock.now(),
      remove: async () => {
        await bench.remove()
        await tools.close()
      },
    }
  })
}
