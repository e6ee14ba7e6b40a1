import { expect } from 'vitest'
import { exitStatus } from '../../src/surfaces/cli/exit-status.ts'
import type { CliBench } from '../harness/cli-bench.ts'
import { makeBench } from '../harness/cli-bench.ts'
import { reply, scene, scriptOf } from '../harness/script.ts'

/** A run called `one` that waits for the approval of its plan; one reply is too long for the journal: a blob. */
export async function makeWaitingRun(): Promise<CliBench> {
  const long = { summary: 'long '.repeat(10_000), findings: [] }
  const bench = await makeBench(scriptOf([{ id: 'T1' }], [scene({ step: 'research/proof/**' }, reply(long))]))
  const { status } = await bench.cli(['run', 'Do it', '--name', 'one', '--no-wait'])
  expect(status).toBe(exitStatus.waiting)
  return bench
}
