import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RunEvent } from '../../src/kernel/event.ts'
import { viewRun } from '../../src/protocol/view-run.ts'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench, parseLines } from '../harness/cli-bench.ts'
import { holdUntil, reply, scene } from '../harness/script.ts'
import type { Pane, PaneSize } from '../harness/pane.ts'
import { openPane } from '../harness/pane.ts'
import { cast, done, planOf, write } from '../stories/cast.ts'

vi.setConfig({ testTimeout: 2 * PATIENCE_MS, hookTimeout: PATIENCE_MS })

const OBJECTIVE = 'Add an export of all notes with paging and error handling to the command line'
const WISH = 'Do T2 beside T1'
const first = [{ id: 'T1' }, { id: 'T2', after: ['T1'] }]
const wished = [{ id: 'T1' }, { id: 'T2' }, { id: 'T3', after: ['T1', 'T2'] }]
const args = ['run', OBJECTIVE, '--name', 'one', '--tier', 'medium']
const ESCAPE = '\u001B'

let bench: CliBench
let environment: Readonly<Record<string, string>>
/** Whoever does T1 waits for this file. */
let gate: string
let pane: Pane | null
beforeEach(async () => {
  bench = await makeBench()
  gate = join(bench.meeting, 'gate')
  const held = [...holdUntil(gate), write('T1.txt', 'T1\n'), ...done]
  await bench.useScript(
    cast(wished, [
      scene({ step: 'execute/T1@*/attempt-*/implement**' }, held),
      scene({ role: 'planner', prompt: WISH }, reply(planOf(wished))),
      scene({ role: 'planner' }, reply(planOf(first))),
    ]),
  )
  environment = { ...bench.environment, TUTTI_POLICY_BASE: 'standard' }
  pane = null
})
afterEach(async () => {
  await pane?.close()
  await bench.remove()
})

test.each<PaneSize & { readonly variables?: Readonly<Record<string, string>> }>([
  { columns: 80, rows: 24 },
  { columns: 60, rows: 30, variables: { NO_COLOR: '1' } },
])('P6: a whole job at a terminal of $columns columns', async ({ columns, rows, variables = {} }) => {
  const place = { cwd: bench.root, environment: { ...environment, ...variables } }
  pane = openPane(args, place, { columns, rows })

  const asked = await pane.until(prompt('How shall interface be?'))
  expect(asked).toContain('1 of 3: It is built otherwise.')
  expect(asked).toContain('1  Plain interface (recommended)')
  expect(asked).toContain('3  Skip this and what is left to ask')
  expect(asked).toContain('or answer in your own words')
  expect(asked).not.toContain('How shall logic be?')
  pane.type('7')
  await pane.until('"7" is no answer to this.')
  pane.type('2')
  await pane.until(prompt('How shall logic be?'))
  pane.type('Only what the README says')
  await pane.until(prompt('How shall data be?'))
  pane.type('skip')

  const offered = await pane.until(prompt('Carry out this plan of 2 tasks?'))
  expect(offered).toMatch(/T2 +chore: T2 +after T1/)
  expect(offered).toMatch(/good +It is small\./)
  expect(offered).toMatch(/estimate: about \d+ min/)
  pane.type(WISH)
  expect(await pane.until(prompt('Carry out this plan of 3 tasks?'))).toMatch(/T3 +chore: T3 +after T1, T2/)
  pane.type('1')

  const working = /▶ T1 +chore: T1 +working by scripted[^]*· T3 +chore: T3 +waiting/
  expect(await pane.until(working)).toMatch(/execute +[━╌]+ +\d+% +\d\/3 tasks/)
  await writeFile(gate, '')
  expect(await pane.ended).toBe(0)
  const whole = pane.read()
  expect(whole).toMatch(/✔ Done +Add an export/)
  expect(whole).toMatch(/Done +3 of 3 tasks/)
  expect(whole).toMatch(/Branch +tutti\/one at [0-9a-f]{10}/)
  expect(whole).toMatch(/Look +git diff HEAD\.\.\.tutti\/one\n +Take it +git merge tutti\/one/)
  expect(whole).toMatch(/answer in\s+your own\s+words\./)
  expect(timesIn(whole, '? How shall interface be?')).toBe(1)
  expect(whole).not.toMatch(/%.*tasks/)
  expect(pane.sent().includes(`${ESCAPE}[33m`)).toBe(!('NO_COLOR' in variables))
  expectAnswered(await bench.events('one'))
})

test('P6: the same job as NDJSON, answered from a second shell', async () => {
  await writeFile(gate, '')
  const started = bench.start([...args, '--json'], { environment })
  for (const [question, answer] of [
    ['How shall interface be?', '2'],
    ['How shall logic be?', 'Only what the README says'],
    ['How shall data be?', 'skip'],
    ['Carry out this plan of 2 tasks?', WISH],
    ['Carry out this plan of 3 tasks?', 'approve'],
  ] as const) {
    await bench.untilEvent('one', (event) => event.type === 'question-asked' && event.ask.text === question)
    const { status, stdout } = await bench.cli(['answer', 'one', answer, '--json'])
    expect({ status, told: parseLines(stdout) }).toMatchObject({ status: 0, told: [{ run: 'one' }] })
  }
  const { status, stdout, stderr } = await started.ended
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const lines = parseLines(stdout)
  expect(lines.at(-1)).toMatchObject({ type: 'outcome', run: 'one', status: 'completed' })
  const events = await bench.events('one')
  expect(lines.slice(0, -1)).toEqual(events)
  expectAnswered(events)
})

function expectAnswered(events: readonly RunEvent[]): void {
  const { questions, tasks, delivery } = viewRun(events)
  expect(questions.map(({ answer }) => answer?.option ?? answer?.text)).toEqual([
    'option-2',
    'Only what the README says',
    'skip',
    WISH,
    'approve',
  ])
  expect(tasks.map(({ id, state }) => `${id} ${state}`)).toEqual(['T1 done', 'T2 done', 'T3 done'])
  expect(delivery?.branch).toBe('tutti/one')
}

/** The question is on the screen, and it is a person's turn to type. */
function prompt(question: string): RegExp {
  const words = question.replaceAll('?', String.raw`\?`).replaceAll(' ', String.raw`\s+`)
  return new RegExp(String.raw`${words}[^]*\n>$`)
}

function timesIn(text: string, part: string): number {
  return text.split(part).length - 1
}
