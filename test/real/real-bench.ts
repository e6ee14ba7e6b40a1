import { delimiter, join } from 'node:path'
import type { ScriptedModel } from '../../src/adapters/models/scripted/scripted-model.ts'
import { startScriptedModel } from '../../src/adapters/models/scripted/scripted-model.ts'
import type { ScriptedStep } from '../../src/adapters/models/scripted/scenario.ts'
import type { Json } from '../../src/kernel/json.ts'
import { fillRecipe } from '../../src/profiles/fill-recipe.ts'
import { freshHome } from '../../src/profiles/fresh-home.ts'
import { writeAt } from '../fixtures/git-repository.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import type { EndedCli, StartedCli } from '../harness/cli.ts'
import { profileOf } from './agent-sets.ts'
import { programsOf } from './installed-agents.ts'

/** How every job's work is proven: nobody may leave this word behind. */
const PROOF = '! grep -rq BROKEN --exclude-dir=.git --exclude=tutti.yaml .'

export type Says = (said: string) => readonly ScriptedStep[]

/** A user's repository, agents as they come from the registry with a fresh home, and a model that says what is written down. */
export interface RealBench {
  readonly bench: CliBench
  readonly home: string
  readonly model: ScriptedModel
  cli(args: readonly string[]): Promise<EndedCli>
  start(args: readonly string[]): StartedCli
  /** Ends the models and removes everything. */
  remove(): Promise<void>
}

export interface RealBenchOptions {
  /** The first is the default agent. */
  readonly agents: readonly [string, ...string[]]
  readonly says: Says
  /** Agents whose model is another one. */
  readonly others?: Readonly<Record<string, Says>>
  readonly files?: Readonly<Record<string, string>>
  /** tutti.yaml, beside the agent and the proof. */
  readonly settings?: Readonly<Record<string, Json>>
  readonly policy?: 'standard' | 'plain'
  /** Folders to look in for an agent's programs, in place of where it is installed. */
  readonly programs?: Readonly<Record<string, string>>
}

export async function makeRealBench(options: RealBenchOptions): Promise<RealBench> {
  const { agents, says, others = {}, files = {}, settings = {}, policy = 'standard', programs = {} } = options
  const bench = await makeBench()
  const home = bench.environment['HOME'] ?? ''
  const model = await startScriptedModel({ scenario: says })
  const models = [model]
  let environment: Record<string, string> = { ...bench.environment, TUTTI_POLICY_BASE: policy }
  for (const name of agents) {
    const profile = profileOf(name)
    const own = others[name]
    const behind = own === undefined ? model : await startScriptedModel({ scenario: own })
    if (behind !== model) models.push(behind)
    const recipe = fillRecipe(profile, behind.url)
    for (const [path, text] of Object.entries(recipe.files)) await writeAt(join(home, path), text)
    const path = [programs[name] ?? programsOf(name), environment['PATH'] ?? ''].join(delimiter)
    environment = { ...environment, ...freshHome(profile, home), ...recipe.variables, PATH: path }
  }
  for (const [path, text] of Object.entries(files)) await bench.write(path, text)
  const sandbox = { hosts: models.map(({ url }) => new URL(url).host) }
  const usual = { agent: agents[0] ?? '', agents: {}, prepare: false, verify: [PROOF], sandbox }
  await bench.configure({ ...usual, ...settings })
  await bench.git('add', '--all')
  await bench.git('commit', '--quiet', '--message', 'chore: as the test has it')
  const start: RealBench['start'] = (args) => bench.start(args, { environment })
  return {
    bench,
    home,
    model,
    start,
    cli: (args) => start(args).ended,
    remove: async () => {
      await Promise.all(models.map((each) => each.close()))
      await bench.remove()
    },
  }
}

/** The agents that this run of the tests is about; `npm run test:agents` names them. */
export function testedAgents(): readonly string[] {
  const names = process.env['TUTTI_TEST_AGENT_NAMES'] ?? ''
  return names.split(',').filter((name) => name !== '')
}
