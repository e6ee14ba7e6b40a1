import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findIsolation } from '../../src/adapters/processes/find-isolation.ts'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { messageIn } from '../hostile/hostile-case.ts'
import { exitStatus } from '../../src/surfaces/cli/exit-status.ts'
import { scene } from '../harness/script.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

let bench: CliBench
beforeEach(async () => {
  bench = await makeBench()
})
afterEach(() => bench.remove())

test('P11: what a person allows is kept and shown, and nothing inside a run can give that word', async () => {
  const inside = { ...bench.environment, TUTTI_LAUNCH: 'one' }
  const refused = await bench.cli(['allow', 'host', 'evil.example.com'], { environment: inside })
  expect(refused.status).not.toBe(0)
  expect(refused.stderr).toContain('cannot allow itself anything')
  expect((await bench.cli(['allow', 'list'])).stdout).toContain('Nothing more is allowed here.')

  expect((await bench.cli(['allow', 'host', 'Packages.example.com', 'localhost:8080'])).status).toBe(0)
  const wide = await bench.cli(['allow', 'write', '/'])
  expect(wide.status).toBe(2)
  expect(wide.stderr).toContain('cannot be opened to the sandbox')
  const listed = await bench.cli(['allow', 'list', '--json'])
  expect(JSON.parse(listed.stdout)).toEqual({
    host: ['packages.example.com', 'localhost:8080'],
    read: [],
    write: [],
  })
  expect((await bench.cli(['allow', 'remove', 'host', 'localhost:8080'])).stdout).not.toContain('8080')
})

test('P8: a run says what it ran in, as its launches told; one whose policy demands more does not start', async () => {
  const { level } = await findIsolation()
  const words = { sandbox: 'in the sandbox', namespaces: 'in namespaces', none: 'without isolation' }
  expect((await bench.cli(['run', 'Do it', '--name', 'one', '--yes'])).stderr).toContain(
    `agents and commands ${words[level]}`,
  )
  const report = await bench.cli(['report', 'one'])
  expect(report.stdout).toContain(`- Ran: agents and commands ${words[level]}`)
  expect(report.stdout).toContain('- Not covered: ')
  const low = await bench.cli(['run', 'Do it', '--isolation', 'none', '--name', 'two', '--yes'])
  // What the first run saw in the sandbox proves nothing here, so its commands ran again.
  expect(low.stderr).toContain('agents and commands without isolation')
  const environment = { ...bench.environment, TUTTI_POLICY_ISOLATION: 'sandbox' }
  const refused = await bench.cli(['run', 'Do it', '--isolation', 'none', '--yes'], { environment })
  expect(refused.status).toBe(2)
  expect(refused.stderr).toContain('must not be below `policy.isolation`')
})

test.each([
  ['crash', { act: 'crash', code: 1 }],
  ['say what does not fit', { act: 'say', text: 'No.' }],
] as const)('P8: agents that only %s ran in what their launches told, too', async (_what, act) => {
  const { level } = await findIsolation()
  const words = { sandbox: 'in the sandbox', namespaces: 'in namespaces', none: 'without isolation' }
  await bench.useScript({ scenes: [scene({}, [act])] })
  const environment = { ...bench.environment, TUTTI_POLICY_BACKOFF: '1ms', TUTTI_POLICY_TRIES: '1' }
  await bench.cli(['run', 'Do it', '--name', 'one', '--yes', '--no-wait'], { environment })
  expect((await bench.cli(['report', 'one'])).stdout).toContain(`- Ran: agents and commands ${words[level]}`)
})

test('P1: a folder that was allowed and cannot be made stops a run with one sentence, and nothing is lost', async () => {
  const { level } = await findIsolation()
  if (level === 'none') return
  await bench.write('../plain-file', '')
  const folder = join(bench.folder, 'plain-file/below')
  expect((await bench.cli(['allow', 'write', folder])).status).toBe(0)
  const run = await bench.cli(['run', 'Do it', '--name', 'one', '--yes'])
  expect({ status: run.status, message: messageIn(run.stderr, bench) }).toEqual({
    status: exitStatus.stopped,
    message: expect.stringContaining('plain-file/below, which programs may write to, cannot be made'),
  })
  expect((await bench.cli(['allow', 'remove', 'write', folder])).status).toBe(0)
  expect((await bench.cli(['resume', 'one', '--yes'])).status).toBe(0)
})
