import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Place } from './place.ts'

/** What a run has delivered, without what differs from run to run. */
export interface Delivery {
  readonly tree: string
  /** Sorted, because tasks that do not depend on each other may be merged in any order. */
  readonly subjects: readonly string[]
  /** The step that each commit names as its maker. */
  readonly steps: readonly string[]
}

export async function readDelivery({ repository, environment }: Place, branch: string): Promise<Delivery> {
  const format = '--format=%T%x09%s%x09%(trailers:key=Tutti-Step,valueonly,separator=%x20)'
  const { stdout } = await promisify(execFile)('git', ['log', format, `main..${branch}`], {
    cwd: repository,
    env: environment,
  })
  const commits = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  return {
    tree: commits[0]?.[0] ?? '',
    subjects: commits.map(([, subject = '']) => subject).toSorted(),
    steps: commits.flatMap(([, , steps = '']) => steps.split(' ')).toSorted(),
  }
}
