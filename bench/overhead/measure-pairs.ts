import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join, resolve } from 'node:path'
import { startScriptedModel } from '../../src/adapters/models/scripted/scripted-model.ts'
import { fillRecipe } from '../../src/profiles/fill-recipe.ts'
import { freshHome } from '../../src/profiles/fresh-home.ts'
import { profileOf } from '../../test/real/agent-sets.ts'
import { programsOf } from '../../test/real/installed-agents.ts'
import { startBareClient } from './bare-client.ts'
import { conductTurns } from './conducted-turns.ts'

/** How long the model thinks before every answer. */
export const MODEL_DELAY_MS = 2000
/** Turns of each side that are not counted, until everything is warm. */
const WARM_UP = 2
const PROMPT = 'Do one task.'
const REPLY = '```json\n{"status":"completed","summary":"It is done."}\n```'

/** Milliseconds of one turn, conducted and bare, one right after the other. */
export interface Pair {
  readonly ours: number
  readonly bare: number
}

export interface PairsRequest {
  readonly agent: string
  readonly pairs: number
  readonly withTools: boolean
}

/** Times turns of one agent in pairs, whose first is now of one side and now of the other. */
export async function measurePairs(scratch: string, request: PairsRequest): Promise<readonly Pair[]> {
  const { agent: name, pairs, withTools } = request
  const program = profileOf(name)
  if (program.acp === null) throw new Error(`${name} does not speak the Agent Client Protocol.`)
  const model = await startScriptedModel({
    scenario: { scenes: [{ steps: [{ do: 'say', text: REPLY }] }], delayMs: MODEL_DELAY_MS },
  })
  const workspace = join(scratch, 'workspace')
  await mkdir(workspace, { recursive: true })
  const environment = await makeHome(name, join(scratch, 'home'), model.url)
  const [file, ...args] = program.acp.command
  const command = [resolve(programsOf(name), file), ...args] as const
  const agent = {
    name,
    command,
    resume: program.acp.resumes,
    stallMs: 60_000,
    totalMs: 120_000,
    program,
    model: null,
    way: 'acp',
  } as const
  const measured: Pair[] = []
  const bare = await startBareClient(command, workspace, { ...environment, ...program.quiet })
  try {
    await conductTurns(
      { agent, environment, workspace, folder: join(scratch, 'run'), withTools },
      async (turn) => {
        for (let index = 0; index < WARM_UP + pairs; index += 1) {
          const sides = { ours: () => turn(PROMPT), bare: () => bare.turn(PROMPT) }
          const order = index % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)
          const took = { ours: 0, bare: 0 }
          for (const side of order) took[side] = await time(sides[side])
          if (index >= WARM_UP) measured.push(took)
        }
      },
    )
  } finally {
    await bare.end()
    await model.close()
  }
  return measured
}

async function makeHome(name: string, home: string, url: string): Promise<Readonly<Record<string, string>>> {
  const program = profileOf(name)
  const { variables, files } = fillRecipe(program, url)
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(home, path)), { recursive: true })
    await writeFile(join(home, path), text)
  }
  await mkdir(home, { recursive: true })
  const path = [resolve(programsOf(name)), process.env['PATH'] ?? ''].join(delimiter)
  return { PATH: path, LANG: 'C.UTF-8', ...freshHome(program, home), ...variables }
}

async function time(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await act()
  return performance.now() - begun
}
