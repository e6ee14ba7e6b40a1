import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StartedCli } from '../harness/cli.ts'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { holdUntil, scriptOf } from '../harness/script.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

const CTRL_C = '\u0003'
const CTRL_D = '\u0004'
/** Keys that are pressed before the prompt is there are the shell's, not ours. */
const PROMPT = '\u001B[1m> '

let bench: CliBench
let gate: string
beforeEach(async () => {
  bench = await makeBench()
  gate = join(bench.meeting, 'gate')
  await bench.useScript(
    scriptOf([{ id: 'T1', acts: [...holdUntil(gate), { act: 'write', path: 'T1.txt', text: '' }] }]),
  )
})
afterEach(() => bench.remove())

/** A command at a terminal of its own. */
function startAtTerminal(...args: readonly string[]): StartedCli {
  const wrapper = ['sh', '-c', 'exec script --quiet --return --command "$*" /dev/null', 'sh']
  return bench.start(args, { wrapper, environment: { ...bench.environment, TERM: 'xterm' } })
}

test('P6: at a terminal a stray answer is asked about again, Ctrl-C pauses, and a resume goes on', async () => {
  const first = startAtTerminal('run', 'Work', '--name', 'one')
  await first.said(PROMPT)
  first.type('no\r')
  await first.said('"no" is no answer to this.')
  first.type('1\r')
  await bench.untilFile(`${gate}.started`)
  await first.said('working by scripted')
  first.type(CTRL_C)
  const paused = await first.ended
  expect(paused.status).toBe(130)
  expect(paused.stdout).toContain('Pausing; press Ctrl-C again to stop at once.')
  expect(paused.stdout).toMatch(/Paused\. Go on with: .* resume one/)
  expect((await bench.events('one')).at(-1)?.type).toBe('run-paused')
  await writeFile(gate, '')
  const { status, stdout } = await startAtTerminal('resume', 'one').ended
  expect(status).toBe(0)
  expect(stdout).toContain('Branch   \u001B[1mtutti/one\u001B[22m')
})

test('P6: Ctrl-C at a question pauses, and the question is asked again', async () => {
  const first = startAtTerminal('run', 'Work', '--name', 'one')
  await first.said(PROMPT)
  first.type(CTRL_C)
  expect((await first.ended).status).toBe(130)
  const second = startAtTerminal('resume', 'one')
  await second.said(PROMPT)
  second.type('reject\r')
  expect((await second.ended).status).toBe(1)
})

test('P6: a closed input leaves the question to another terminal', async () => {
  await writeFile(gate, '')
  const first = startAtTerminal('run', 'Work', '--name', 'one')
  await first.said(PROMPT)
  first.type(CTRL_D)
  await first.said('Answer in another terminal')
  expect((await bench.cli(['approve', 'one'])).status).toBe(0)
  expect((await first.ended).status).toBe(0)
})

test('P6: a question at a terminal goes away when somebody else answers it', async () => {
  await writeFile(gate, '')
  const first = startAtTerminal('run', 'Work', '--name', 'one')
  await first.said(PROMPT)
  expect((await bench.cli(['approve', 'one'])).status).toBe(0)
  const { status, stdout } = await first.ended
  expect(status).toBe(0)
  expect(stdout).toContain('answer about the plan: approve')
})
