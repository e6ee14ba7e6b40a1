import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Scenario } from '../../src/adapters/models/scripted/scenario.ts'
import { startScriptedModel, type ScriptedModel } from '../../src/adapters/models/scripted/scripted-model.ts'
import { fillRecipe } from '../../src/profiles/fill-recipe.ts'
import { freshHome } from '../../src/profiles/fresh-home.ts'
import { writeAt } from '../fixtures/git-repository.ts'
import { profileOf } from './agent-sets.ts'
import { programsOf } from './installed-agents.ts'
import { testedAgents } from './real-bench.ts'

const PROMPT = 'GO: do what the scenario says'
const PATIENCE_MS = 120_000

/** Each program on its own, led by nobody: what it does is the model's doing. */
const COMMANDS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  goose: [
    'goose',
    'run',
    '-q',
    '--with-builtin',
    'developer',
    '--output-format',
    'stream-json',
    '-t',
    PROMPT,
  ],
  grok: [
    'grok',
    '--no-auto-update',
    '-m',
    'scripted',
    '--output-format',
    'streaming-json',
    '--always-approve',
    '-p',
    PROMPT,
  ],
  codex: ['codex', 'exec', '--json', '--skip-git-repo-check', '--sandbox', 'danger-full-access', PROMPT],
  claude: [
    'claude',
    '--output-format',
    'stream-json',
    '--verbose',
    '--permission-mode',
    'bypassPermissions',
    '-p',
    PROMPT,
  ],
  gemini: [
    'gemini',
    '-o',
    'stream-json',
    '--approval-mode',
    'yolo',
    '--skip-trust',
    '-m',
    'gemini-2.5-flash',
    '-p',
    PROMPT,
  ],
  copilot: ['copilot', '--output-format', 'json', '--allow-all-tools', '--no-auto-update', '-p', PROMPT],
  opencode: ['opencode', 'run', '--format', 'json', PROMPT],
}

const scenario: Scenario = {
  scenes: [
    {
      when: '^GO: do what the scenario says$',
      steps: [
        { do: 'write', path: 'hello.txt', text: 'hello\n' },
        { do: 'run', command: 'cp hello.txt copy.txt' },
        { do: 'say', text: 'Done.\n{"status":"ok","steps":2}' },
      ],
    },
  ],
}

let folder: string
let model: ScriptedModel
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tutti-model-'))
  await mkdir(join(folder, 'work'))
  model = await startScriptedModel({ scenario })
})
afterEach(async () => {
  await model.close()
  await rm(folder, { recursive: true, force: true })
})

it('every agent that is tested has a command line of its own here', () => {
  expect(Object.keys(COMMANDS)).toEqual(expect.arrayContaining([...testedAgents()]))
})

it.each(testedAgents())(
  '%s writes a file, runs a command and says what the model says',
  async (agent) => {
    const profile = profileOf(agent)
    const home = join(folder, 'home')
    const { variables, files } = fillRecipe(profile, model.url)
    for (const [path, text] of Object.entries({ ...files, 'here.txt': '' }))
      await writeAt(join(home, path), text)
    const PATH = [programsOf(agent), process.env['PATH'] ?? ''].join(delimiter)
    const env = { ...freshHome(profile, home), ...profile.quiet, ...variables, ...AS_ROOT, PATH }
    const [program, ...args] = COMMANDS[agent] ?? ['']
    const running = promisify(execFile)(program, args, { cwd: join(folder, 'work'), env })
    running.child.stdin?.end()
    const { stdout } = await running
    expect(stdout).toMatch(/\\"status\\":\\"ok\\",\\"steps\\":2/)
    expect(await readFile(join(folder, 'work/copy.txt'), 'utf8')).toBe('hello\n')
    expect(model.requests().map(({ wire, said, step }) => ({ wire, said, step }))).toEqual(
      [0, 1, 2].map((step) => ({ wire: profile.scripted.wire, said: PROMPT, step })),
    )
  },
  PATIENCE_MS,
)

/** Lets Claude work for root without being asked, in a container. */
const AS_ROOT = { IS_SANDBOX: '1' }
