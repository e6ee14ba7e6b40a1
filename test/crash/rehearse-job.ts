import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Point } from './cutting-effect.ts'
import { readPoints } from './cutting-effect.ts'
import type { HarnessProcess } from './harness-process.ts'
import type { JobShape } from './job.ts'
import { runName } from './job.ts'
import type { Expectation } from './judge-job.ts'
import { judgeJob } from './judge-job.ts'
import { placeAt } from './place.ts'
import { readDelivery } from './read-delivery.ts'
import { readUserState } from './read-user-state.ts'

export interface Rehearsal {
  readonly expected: Expectation
  /** All of its points, in the order they were passed. */
  readonly points: readonly Point[]
  /** Changes to the outside that no effect surrounds. */
  readonly strays: readonly string[]
}

/** Conducts a job that nobody interrupts: what it shows is expected of every job that is. */
export async function rehearseJob(
  harness: HarnessProcess,
  job: { readonly template: string; readonly root: string; readonly shape: JobShape },
): Promise<Rehearsal> {
  const { template, root, shape } = job
  const place = placeAt(root)
  await cp(template, root, { recursive: true })
  const userState = await readUserState(place)
  const points = join(root, 'points')
  const end = await harness.conduct([{ root, shape, resumable: false, points, cut: null }])
  if (!('outcome' in end)) throw new Error('The harness died in a job that nobody cut.')
  const expected = { delivery: await readDelivery(place, `tutti/${runName}`), userState }
  const breaches = await judgeJob(place, runName, [], expected)
  if (breaches.length > 0)
    throw new Error(`The whole job is not as it should be: ${JSON.stringify(breaches)}`)
  const rehearsal = { expected, points: await readPoints(points), strays: end.strays }
  await rm(root, { recursive: true, force: true })
  return rehearsal
}
