import { rename, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exitStatus } from '../../src/surfaces/cli/exit-status.ts'
import { PATIENCE_MS } from '../harness/cli.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { messageIn } from '../hostile/hostile-case.ts'

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS })

let bench: CliBench
beforeEach(async () => {
  bench = await makeBench()
  await bench.configure({ verify: [`touch '${join(bench.meeting, 'gate')}'; sleep 2`] })
})
afterEach(() => bench.remove())

const run = ['run', 'Do it', '--name', 'one', '--yes']

test('P1: a folder of a run that is taken away while a gate runs stops it with one sentence; put back, it goes on', async () => {
  const started = bench.start(run)
  await bench.untilFile(join(bench.meeting, 'gate'))
  const folder = bench.runFile('one', '')
  const away = join(bench.folder, 'away')
  await rename(folder, away)
  const { status, stderr } = await started.ended
  expect({ status, message: messageIn(stderr, bench) }).toEqual({
    status: exitStatus.stopped,
    message: expect.stringContaining('is not the folder that Tutti made there'),
  })
  await rename(away, folder)
  expect((await bench.cli(['resume', 'one', '--yes'])).status).toBe(0)
})

test('P8: a journal that is cut off while its run is played is not played on as if it were whole', async () => {
  const started = bench.start(run)
  await bench.untilFile(join(bench.meeting, 'gate'))
  await truncate(bench.runFile('one', 'journal.jsonl'), 40)
  const { status, stderr } = await started.ended
  expect({ status, message: messageIn(stderr, bench) }).toEqual({
    status: exitStatus.stopped,
    message: expect.stringContaining('was changed or removed by somebody else'),
  })
})
