import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

let bench: CliBench
beforeEach(async () => {
  bench = await makeBench()
  await bench.configure({ policy: { deliver: { as: ['branch', 'patch', 'pull-request'], merge: true } } })
  await bench.git('add', '--all')
  await bench.git('commit', '--quiet', '--message', 'chore: settings', '--allow-empty')
})
afterEach(() => bench.remove())

test('P6: --yes does not move the user’s branch; a person does, and gets patch and pull request too', async () => {
  const base = await bench.git('rev-parse', 'main')
  const run = await bench.cli(['run', 'Do it', '--name', 'one', '--yes', '--no-wait'])
  expect(run.status).toBe(4)
  expect(await bench.git('rev-parse', 'main')).toBe(base)
  const delivered = await bench.git('rev-parse', 'tutti/one')
  expect((await bench.cli(['status', 'one'])).stdout).toContain('Move your branch main and your checkout')
  expect((await bench.cli(['answer', 'one', 'approve'])).status).toBe(0)
  expect((await bench.cli(['resume', 'one', '--no-wait'])).status).toBe(0)
  expect(await bench.git('rev-parse', 'main', 'HEAD')).toBe(`${delivered}\n${delivered}`)
  expect(await bench.git('status', '--porcelain')).toBe('')
  const patch = await readFile(bench.runFile('one', 'delivery.patch'), 'utf8')
  expect(patch).toMatch(/^From [0-9a-f]{40} .*\nFrom: Tutti/)
  expect(await readFile(bench.runFile('one', 'pull-request.md'), 'utf8')).toMatch(/^# chore: /)
  const { stdout } = await bench.cli(['status', 'one'])
  expect(stdout).toContain(bench.runFile('one', 'pull-request.md'))
  expect((await bench.cli(['report', 'one'])).stdout).toContain('`main` was moved to it')
})
