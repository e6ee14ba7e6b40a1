import { createInterface } from 'node:readline'
import { toRunFailure } from '../../src/kernel/failure.ts'
import type { Outcome } from '../../src/kernel/outcome.ts'
import type { JobRequest } from './conduct-job.ts'
import { conductJob } from './conduct-job.ts'
import type { Cut } from './cutting-effect.ts'
import { createCuttingEffect } from './cutting-effect.ts'
import { WriteWatch } from './watch-writes.ts'

/** One job to conduct, as a line of JSON on the harness's standard input. */
export interface HarnessRequest extends JobRequest {
  /** The file that its points are written to. */
  readonly points: string
  readonly cut: Cut | null
}

/** How a job ended here, as a line of JSON on its standard output; a job that is cut has no answer. */
export interface HarnessAnswer {
  readonly outcome: Outcome
  /** Changes to the outside that no effect surrounds. */
  readonly strays: readonly string[]
}

async function answer(line: string, watch: WriteWatch): Promise<HarnessAnswer> {
  const request = JSON.parse(line) as HarnessRequest
  const effect = createCuttingEffect(request.points, request.cut)
  // What the harness does for itself is no part of the run.
  watch.takeStrays()
  const outcome = await conductJob(request, watch.around(effect)).catch((thrown: unknown): Outcome => ({
    status: 'failed',
    failure: toRunFailure(thrown).failure,
  }))
  return { outcome, strays: watch.takeStrays() }
}

async function main(): Promise<void> {
  const watch = new WriteWatch()
  for await (const line of createInterface({ input: process.stdin })) {
    process.stdout.write(`${JSON.stringify(await answer(line, watch))}\n`)
  }
}

await main()
