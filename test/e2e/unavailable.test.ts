import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Act, Scene } from '../../src/adapters/agents/scripted/script.ts'
import { viewRun } from '../../src/protocol/view-run.ts'
import { agentProgram, PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { findLeftBehind } from '../harness/left-behind.ts'
import { scene, scriptOf } from '../harness/script.ts'

const script = scriptOf([{ id: 'T1' }])
let bench: CliBench
beforeEach(async () => {
  bench = await makeBench(script)
})
afterEach(() => bench.remove())

/** The one agent of the run, as a program of its own that can be taken away. */
const program = (): string => join(bench.meeting, 'only')

async function install(scenes: readonly Scene[] = script.scenes): Promise<void> {
  const file = join(bench.meeting, 'only.json')
  await writeFile(file, JSON.stringify({ scenes }))
  const words = [process.execPath, agentProgram, '--script', file, '--log', bench.agentLog]
  await writeFile(program(), `#!/bin/sh\nexec ${words.join(' ')}\n`)
  await chmod(program(), 0o755)
}

async function begin(role: string, acts: readonly Act[]): Promise<string> {
  await install([scene({ role }, acts), ...script.scenes])
  await bench.configure({
    agent: 'only',
    agents: { only: { command: [program()] } },
    policy: { backoff: '1ms' },
  })
  await bench.git('commit', '--quiet', '--all', '--message', 'chore: one agent')
  const { status, stderr } = await bench.cli(['run', 'Do it', '--name', 'r', '--yes', '--no-wait'])
  expect({ status, stderr }).toEqual({ status: 4, stderr: expect.stringContaining('cannot be used') })
  return stderr
}

const openQuestions = async (): Promise<readonly string[]> =>
  viewRun(await bench.events('r')).questions.flatMap(({ id, answer }) => (answer === null ? [id] : []))

/** Each of those who were asked at the same time has its own question; that the agent is back is said once. */
async function answerAll(option: string): Promise<void> {
  const open = await openQuestions()
  const about = (await bench.events('r')).flatMap((event) =>
    event.type === 'question-asked' && open.includes(event.question) ? [event.ask.alike?.about] : [],
  )
  expect(new Set(about)).toEqual(new Set(['back: only']))
  const [first = ''] = open
  expect(await bench.cli(['answer', 'r', option, '--question', first])).toMatchObject({ status: 0 })
  expect(await openQuestions()).toEqual([])
}

const turns = async (): Promise<readonly string[]> =>
  (await bench.events('r')).flatMap((event) =>
    event.type === 'step-started' && event.kind === 'agent-turn' ? [event.step] : [],
  )

describe.each([
  ['researcher', 'retry'],
  ['planner', 'retry'],
  ['implementer', 'again'],
])('P6: the only agent of the run, as %s,', (role, again) => {
  test.each([
    ['is not logged in', (): readonly Act[] => [{ act: 'error', code: 401, message: 'Log in first.' }]],
    [
      'is gone',
      (): readonly Act[] => [
        { act: 'run', command: `rm ${program()}` },
        { act: 'crash', code: 1 },
      ],
    ],
  ])(
    '%s: a person is asked, and once it is there the run goes on where it was',
    async (_what, acts) => {
      await begin(role, acts())
      const before = await turns()
      await install()
      await answerAll(again)
      const { status, stderr } = await bench.cli(['resume', 'r', '--yes', '--no-wait'])
      expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
      const view = viewRun(await bench.events('r'))
      expect(view.tasks).toMatchObject([{ id: 'T1', state: 'done', agent: 'only' }])
      expect((await turns()).slice(0, before.length)).toEqual(before)
      expect(new Set(await turns()).size).toBe((await turns()).length)
      expect(await findLeftBehind(bench)).toEqual([])
    },
    PATIENCE_MS,
  )
})

test(
  'P6: a person who does not help ends the run, and is named',
  async () => {
    const told = await begin('planner', [{ act: 'error', code: -32000, message: 'Authentication required' }])
    expect(told).toContain('log in with its own program')
    await answerAll('stop')
    const { status, stderr } = await bench.cli(['resume', 'r', '--no-wait'])
    expect(stderr).toContain('because the planner could not be asked')
    expect(status).toBe(1)
  },
  PATIENCE_MS,
)

test(
  'P6: a program that is in the checkout and not in the workspace is asked about',
  async () => {
    await bench.configure({ agents: { scripted: { command: ['./bin/agent'] } } })
    await bench.write('bin/agent', '#!/bin/sh\n')
    await chmod(join(bench.root, 'bin/agent'), 0o755)
    await bench.git('commit', '--quiet', '--all', '--message', 'chore: another agent')
    const { status, stderr } = await bench.cli(['run', 'Do it', '--name', 'r', '--yes', '--no-wait'])
    expect(stderr).toContain('The program "./bin/agent" of agent "scripted" was not found')
    expect(status).toBe(4)
  },
  PATIENCE_MS,
)
