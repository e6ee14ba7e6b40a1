import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Scene } from '../../src/adapters/agents/scripted/script.ts'
import { exitStatus } from '../../src/surfaces/cli/exit-status.ts'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { reply, scene } from '../harness/script.ts'
import type { Pane } from '../harness/pane.ts'
import { openPane } from '../harness/pane.ts'
import { turnOf, worker } from '../processes/team-coordinate/team-cast.ts'

vi.setConfig({ testTimeout: 2 * PATIENCE_MS, hookTimeout: PATIENCE_MS })

const OBJECTIVE = 'Design the farewell page, then implement the farewell page in farewell.txt'
const asked = 'How shall the farewell sound?'
const question = {
  status: 'needs_input',
  findings: asked,
  clarification: {
    options: [
      { id: 'short', description: 'Short and plain' },
      { id: 'long', description: 'Long and warm' },
    ],
    recommended: 'short',
  },
}

function builds(text: string, match: Scene['match'] = {}): Scene {
  const write = { act: 'write', path: 'farewell.txt', text } as const
  const { acts } = worker('IMPL-001', [write], { files_modified: ['farewell.txt'] })
  return scene({ step: turnOf('IMPL-001'), ...match }, acts)
}

let bench: CliBench
let pane: Pane | null
let environment: Readonly<Record<string, string>>
beforeEach(async () => {
  bench = await makeBench({
    scenes: [
      scene({ step: turnOf('DESIGN-001', { revision: '4' }) }, worker('DESIGN-001').acts),
      scene({ step: turnOf('DESIGN-001'), prompt: 'Short and plain' }, worker('DESIGN-001').acts),
      scene({ step: turnOf('DESIGN-001') }, reply(question)),
      builds('Farewell, friend!\n', { prompt: 'make it warmer' }),
      builds('Goodbye!\n'),
    ],
  })
  const { TUTTI_POLICY_BASE: _, ...rest } = bench.environment
  environment = rest
  pane = null
})
afterEach(async () => {
  await pane?.close()
  await bench.remove()
})

test('P6, D28: a team is looked at, told otherwise and gone on with from a second terminal', async () => {
  const args = ['run', OBJECTIVE, '--playbook', 'team-coordinate', '--name', 'one']
  const size = { columns: 80, rows: 24 }
  pane = openPane(args, { cwd: bench.root, environment }, size)
  await pane.until(/sound\?[^]*\n>$/)
  const { stdout: looked } = await bench.cli(['status'])
  expect(looked).toContain('[coordinator] Pipeline: 0/2 tasks')
  expect(looked).toContain('[coordinator]   >>>  DESIGN-001 (designer)')

  const said = await bench.cli(['feedback', 'Say', 'goodbye', 'plainly'])
  expect(said).toMatchObject({
    status: exitStatus.ok,
    stdout: '[coordinator] feedback Say goodbye plainly\n',
  })
  // What comes while somebody may type stands above it.
  await pane.until(/orders: feedback Say goodbye plainly\n>$/)
  pane.type('1')

  const over = /What shall become of the session\?[^]*\n>$/
  const ended = await pane.until(over)
  expect(ended).toMatch(/1 {2}Archive \(recommended\)[^]*2 {2}Keep[^]*3 {2}Export/)
  const unknown = await bench.cli(['revise', 'NOPE-001', 'at', 'once'])
  expect(unknown.status).toBe(exitStatus.usage)
  expect(unknown.stderr).toContain('There is no task "NOPE-001" in one. Its tasks: DESIGN-001, IMPL-001.')
  const odd = await bench.cli(['improve', 'beauty'])
  expect(odd.stderr).toContain('One of completeness, consistency, accuracy and depth')
  const none = await bench.cli(['revise'])
  expect(none.stderr).toContain('See: tutti revise --help')

  const revised = await bench.cli(['revise', 'IMPL-001', 'make', 'it', 'warmer'])
  expect(revised).toMatchObject({ status: exitStatus.ok, stderr: '' })
  expect(revised.stdout).toBe('[coordinator] revise IMPL-001 make it warmer\n')
  await bench.untilEvent('one', (event) => isQuestion(event) && event.question.includes('after-r3'))
  await pane.until(over)
  const improved = await bench.cli(['improve', 'depth', '--json'])
  expect(JSON.parse(improved.stdout)).toMatchObject({
    run: 'one',
    order: { do: 'improve', dimension: 'depth' },
  })
  await bench.untilEvent('one', (event) => isQuestion(event) && event.question.includes('after-r4'))
  await pane.until(over)
  pane.type('keep')
  expect(await pane.ended).toBe(exitStatus.ok)

  const whole = pane.read()
  expect(whole).toContain('[coordinator] TASK COMPLETE')
  expect(whole).not.toMatch(/IMPL-001 done$|plan of 2/m)
  expect(whole).toMatch(/\[coordinator\] ✓ IMPL-001 \(developer\) completed/)
  expect(await bench.git('show', 'tutti/one:farewell.txt')).toBe('Farewell, friend!')
  const { stdout: status } = await bench.cli(['status'])
  expect(status).toContain('team-coordinate: completed')
  expect((await bench.cli(['show', '--files'])).stdout).toMatch(
    /\.workflow\/\.team\/TC-.*\/team-session\.json/,
  )
})

function isQuestion(event: { readonly type: string }): event is { type: 'question-asked'; question: string } {
  return event.type === 'question-asked'
}
