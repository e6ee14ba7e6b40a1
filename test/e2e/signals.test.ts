import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { findLeftBehind } from '../harness/left-behind.ts'
import { holdUntil, scriptOf } from '../harness/script.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

const run = ['run', 'Do it', '--name', 'one', '--yes']

let bench: CliBench
let gate: string
beforeEach(async () => {
  bench = await makeBench()
  gate = join(bench.meeting, 'gate')
  await bench.useScript(
    scriptOf([{ id: 'T1', acts: [...holdUntil(gate), { act: 'write', path: 'T1.txt', text: 'T1\n' }] }]),
  )
})
afterEach(() => bench.remove())

/** A run whose implementer is in the middle of its turn. */
async function startHeld() {
  const started = bench.start(run)
  await bench.untilFile(`${gate}.started`)
  return started
}

async function finish(): Promise<void> {
  await writeFile(gate, '')
  expect((await bench.cli(['resume', 'one'])).status).toBe(0)
  expect(await bench.git('log', '--format=%s', 'main..tutti/one')).toBe('chore: T1')
  expect(await findLeftBehind(bench)).toEqual([])
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'P1: %s pauses a run, leaves no process, and a resume finishes it',
  async (signal) => {
    const held = await startHeld()
    held.signal(signal)
    const { status, stderr } = await held.ended
    expect(status).toBe(130)
    expect(stderr).toContain('Pausing; press Ctrl-C again to stop at once.')
    expect(stderr).toMatch(/Paused\. Go on with: .* resume one\n$/)
    expect((await findLeftBehind(bench)).filter((left) => !left.includes('worktree'))).toEqual([])
    await finish()
  },
)

test('P1: a second Ctrl-C does not wait for an agent that will not stop', async () => {
  const started = join(bench.meeting, 'hanging')
  await bench.useScript(
    scriptOf([{ id: 'T1', acts: [{ act: 'run', command: `touch '${started}'` }, { act: 'hang' }] }]),
  )
  const held = bench.start(run)
  await bench.untilFile(started)
  held.signal('SIGINT')
  await held.said('Pausing')
  held.signal('SIGINT')
  expect((await held.ended).status).toBe(130)
  expect((await findLeftBehind(bench)).filter((left) => left.startsWith('process'))).toEqual([])
  await bench.useScript(scriptOf([{ id: 'T1' }]))
  await finish()
})

test('P1: a killed run keeps its lock, and the next resume leaves nothing behind', async () => {
  const held = await startHeld()
  held.signal('SIGKILL')
  expect(await held.ended).toMatchObject({ status: null, signal: 'SIGKILL' })
  const left = await findLeftBehind(bench)
  expect(left.filter((each) => each.startsWith('lock')).length).toBeGreaterThan(0)
  await finish()
})

test('P6: cancel ends a run that another process plays, and cleans up', async () => {
  const held = await startHeld()
  const cancel = await bench.cli(['cancel', 'one'])
  expect(cancel.status).toBe(0)
  expect(cancel.stderr).toContain('Cancelled')
  expect(cancel.stderr).toContain('its worktrees are removed; its journal stays')
  expect(cancel.stderr).not.toContain('intake')
  const { status, stderr } = await held.ended
  expect(status).toBe(9)
  expect(stderr).toContain('cancellation asked for by')
  expect(await findLeftBehind(bench)).toEqual([])
})

test('P6: cancel ends a run that nobody plays, and cleans up', async () => {
  const held = await startHeld()
  held.signal('SIGINT')
  expect((await held.ended).status).toBe(130)
  const { status, stderr } = await bench.cli(['cancel', 'one'])
  expect(status).toBe(0)
  expect(stderr).toContain('its worktrees are removed; its journal stays')
  expect(await findLeftBehind(bench)).toEqual([])
  expect((await bench.events('one')).at(-1)?.type).toBe('run-cancelled')
})
