import { createInterface } from 'node:readline'
import { toRunFailure } from '../../src/kernel/failure.ts'
import type { Outcome } from '../../src/kernel/outcome.ts'
import type { JobRequest } from './conduct-job.ts'
import { conductJob } from './conduct-job.ts'
import type { Cut } from './cutting-effect.ts'
import { createCuttingEffect, die } from './cutting-effect.ts'
import { WriteWatch } from './watch-writes.ts'

/** One job to conduct. */
export interface HarnessJob extends JobRequest {
  /** The file that its points are written to. */
  readonly points: string
  readonly cut: Cut | null
}

/**
 * Jobs to conduct one after the other, as a line of JSON on the harness's standard input. A job that has come
 * to its cut stands still; the process is killed at the very moment when the last one comes to its own, and
 * all of them die with it.
 */
export type HarnessRequest = readonly HarnessJob[]

/** How the last job ended here, as a line of JSON on standard output; jobs that are cut have no answer. */
export interface HarnessAnswer {
  readonly outcome: Outcome
  /** Changes to the outside that no effect surrounds. */
  readonly strays: readonly string[]
}

async function answer(line: string, watch: WriteWatch): Promise<HarnessAnswer> {
  const jobs = JSON.parse(line) as HarnessRequest
  let end: HarnessAnswer | null = null
  let standing: Cut | null = null
  for (const [index, job] of jobs.entries()) {
    end = await conduct(job, index === jobs.length - 1, watch)
    if (end === null) standing = job.cut
  }
  if (standing !== null) die(standing)
  if (end === null) throw new Error('There was no job to conduct.')
  return end
}

/** `null` when the job stands at its cut. */
async function conduct(job: HarnessJob, isLast: boolean, watch: WriteWatch): Promise<HarnessAnswer | null> {
  const cutting = createCuttingEffect(job.points, job.cut, isLast ? die : () => {})
  // What the harness does for itself is no part of the run.
  watch.takeStrays()
  const outcome = conductJob(job, watch.around(cutting.effect), cutting.onEvent).catch(
    (thrown: unknown): Outcome => ({ status: 'failed', failure: toRunFailure(thrown).failure }),
  )
  const ended = outcome.then((outcome) => ({ outcome, strays: watch.takeStrays() }))
  return Promise.race([ended, cutting.standing.then(() => null)])
}

async function main(): Promise<void> {
  const watch = new WriteWatch()
  for await (const line of createInterface({ input: process.stdin })) {
    process.stdout.write(`${JSON.stringify(await answer(line, watch))}\n`)
  }
}

await main()
