import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cut } from './cutting-effect.ts'
import { labelsOf, readPoints } from './cutting-effect.ts'
import type { Breach, Death } from './find-replay-breaches.ts'
import type { HarnessProcess } from './harness-process.ts'
import type { JobShape } from './job.ts'
import { runName } from './job.ts'
import type { Expectation } from './judge-job.ts'
import { judgeJob } from './judge-job.ts'
import type { Place } from './place.ts'
import { placeAt } from './place.ts'
import { readEvidence } from './read-evidence.ts'

export interface CutJob {
  /** The folder that is copied for every job. */
  readonly template: string
  readonly root: string
  readonly shape: JobShape
  readonly resumable: boolean
  /** One for each process that is to die; one more process then plays to the end. */
  readonly cuts: readonly Cut[]
  readonly expected: Expectation
  /** Done to what a death has left before the next process starts; for planted failures. */
  readonly tamper?: (place: Place) => Promise<void>
}

export interface CutJobEnd {
  readonly breaches: readonly Breach[]
  /** The effects each process had begun when it died; fewer than the cuts when one had ended before. */
  readonly died: readonly (readonly string[])[]
  readonly strays: readonly string[]
}

/** Conducts a job in its own repository, cuts it as asked, plays it to the end, and judges it. */
export async function cutJob(harness: HarnessProcess, job: CutJob): Promise<CutJobEnd> {
  const { root, shape, resumable, expected } = job
  const place = placeAt(root)
  const points = join(root, 'points')
  const request = { root, shape, resumable, points }
  await cp(job.template, root, { recursive: true })
  const deaths: Death[] = []
  const died: (readonly string[])[] = []
  for (const cut of job.cuts) {
    const end = await harness.conduct({ ...request, cut })
    if ('outcome' in end) break
    if (end.killedBy !== 'SIGKILL') throw new Error(`The harness ended by itself at ${JSON.stringify(cut)}.`)
    died.push(labelsOf(await readPoints(points)))
    const at = await readEvidence(place, runName)
    await job.tamper?.(place)
    deaths.push({ at, eventsFound: (await readEvidence(place, runName)).events.length })
  }
  const end = await harness.conduct({ ...request, cut: null })
  const breaches = await judgeJob(place, runName, deaths, expected)
  const strays = 'strays' in end ? end.strays : []
  await rm(root, { recursive: true, force: true })
  return { breaches, died, strays }
}
