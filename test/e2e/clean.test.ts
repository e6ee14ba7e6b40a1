import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { findLosses, takeSnapshot } from '../harness/snapshot.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

let bench: CliBench
afterEach(() => bench.remove())

async function runsKept(): Promise<readonly string[]> {
  return (await readdir(join(bench.root, '.git/tutti/runs'))).toSorted()
}

async function refsOf(run: string): Promise<number> {
  const refs = await bench.git('for-each-ref', '--format=%(refname)', `refs/tutti/${run}`)
  return refs.split('\n').filter((ref) => ref !== '').length
}

test('clean removes what ended runs keep, and nothing else', async () => {
  bench = await makeBench()
  expect((await bench.cli(['run', 'Do it', '--name', 'done', '--yes'])).status).toBe(0)
  expect((await bench.cli(['run', 'Do it', '--name', 'waits', '--no-wait'])).status).toBe(4)
  expect((await bench.cli(['run', 'Do it', '--name', 'gone', '--no-wait'])).status).toBe(4)
  expect((await bench.cli(['cancel', 'gone'])).status).toBe(0)
  const before = await takeSnapshot(bench.folder)

  const dry = await bench.cli(['clean', '--dry-run'])
  expect(dry.status).toBe(0)
  expect(dry.stdout).toMatch(/^done .*\ngone .*\n1 run not touched/)
  expect(findLosses(before, await takeSnapshot(bench.folder), false)).toEqual([])

  const clean = await bench.cli(['clean'])
  expect(clean.status).toBe(0)
  expect(clean.stdout).toContain('Removed 2 runs. Delivered branches stay.')
  expect(await runsKept()).toEqual(['waits'])
  expect([await refsOf('done'), await refsOf('gone')]).toEqual([0, 0])
  expect(await refsOf('waits')).toBeGreaterThan(0)
  const lost = findLosses(before, await takeSnapshot(bench.folder), false)
  expect(lost.filter((loss) => !/tutti\/(runs\/)?(done|gone)\//.test(loss))).toEqual([])
  expect(await bench.git('log', '--format=%s', 'main..tutti/done')).toBe('chore: T1')
  expect((await bench.cli(['approve', 'waits'])).status).toBe(0)
  expect((await bench.cli(['resume', 'waits'])).status).toBe(0)

  expect((await bench.cli(['clean', '--json'])).status).toBe(0)
  expect(await runsKept()).toEqual([])
  expect(await bench.git('for-each-ref', 'refs/tutti')).toBe('')
  expect((await bench.cli(['clean'])).stdout).toBe('There is nothing to remove.\n')
})

test('clean --force removes a run that could be resumed, by its name only', async () => {
  bench = await makeBench()
  expect((await bench.cli(['run', 'Do it', '--name', 'waits', '--no-wait'])).status).toBe(4)
  expect((await bench.cli(['clean', '--force'])).stdout).toMatch(
    /^There is nothing to remove\.\n1 run not touched/,
  )
  expect(await runsKept()).toEqual(['waits'])
  expect((await bench.cli(['clean', 'waits', '--force'])).status).toBe(0)
  expect(await runsKept()).toEqual([])
})
