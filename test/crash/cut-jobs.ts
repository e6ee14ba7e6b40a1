import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cut, Point } from './cutting-effect.ts'
import { labelsOf, readPoints } from './cutting-effect.ts'
import type { Breach, Death } from './find-replay-breaches.ts'
import type { HarnessJob } from './harness.ts'
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
  /** The points each process had passed when it died; fewer than the cuts when one had ended before. */
  readonly died: readonly (readonly Point[])[]
  readonly strays: readonly string[]
}

/** Processes that are killed, and one that plays to the end whatever was left. */
export interface Stage {
  readonly mortal: HarnessProcess
  readonly last: HarnessProcess
}

/**
 * Conducts jobs, each in its own repository, and cuts them as asked: the jobs stand still at their cuts until
 * the last one has come to its own, at which the process is killed at once. Then each is played to the end
 * by another process, and judged.
 */
export async function cutJobs(stage: Stage, jobs: readonly CutJob[]): Promise<readonly CutJobEnd[]> {
  const lives = jobs.map((job) => new Life(job))
  for (const { job } of lives) await cp(job.template, job.root, { recursive: true })
  const most = Math.max(...jobs.map(({ cuts }) => cuts.length))
  for (let round = 0; round < most; round += 1) {
    const dying = lives.filter((life) => life.isMortal(round))
    if (dying.length === 0) break
    const end = await stage.mortal.conduct(dying.map((life) => life.request(round)))
    if ('killedBy' in end && end.killedBy !== 'SIGKILL')
      throw new Error(`The harness ended by itself: ${JSON.stringify(dying.map(({ job }) => job.cuts))}.`)
    for (const life of dying) await life.bury(round)
  }
  const ends: CutJobEnd[] = []
  for (const life of lives) ends.push(await life.playToTheEnd(stage.last))
  return ends
}

class Life {
  readonly job: CutJob
  readonly #place: Place
  readonly #deaths: Death[] = []
  readonly #died: (readonly Point[])[] = []

  constructor(job: CutJob) {
    this.job = job
    this.#place = placeAt(job.root)
  }

  /** Whether it has died in every round before this one, and is to die in it. */
  isMortal(round: number): boolean {
    return this.#died.length === round && this.job.cuts[round] !== undefined
  }

  /** The request for a round; after the cuts, for a life to the end. */
  request(round: number): HarnessJob {
    const { root, shape, resumable, cuts } = this.job
    return { root, shape, resumable, points: join(root, 'points'), cut: cuts[round] ?? null }
  }

  /** Looks at what a death has left; a job that had ended before its cut did not die. */
  async bury(round: number): Promise<void> {
    const { points, cut } = this.request(round)
    const passed = await readPoints(points)
    if (cut === null || labelsOf(passed).length <= cut.effect) return
    this.#died.push(passed)
    const at = await readEvidence(this.#place, runName)
    await this.job.tamper?.(this.#place)
    const { events } = await readEvidence(this.#place, runName)
    this.#deaths.push({ at, eventsFound: events.length })
  }

  async playToTheEnd(harness: HarnessProcess): Promise<CutJobEnd> {
    const end = await harness.conduct([this.request(this.job.cuts.length)])
    const breaches = await judgeJob(this.#place, runName, this.#deaths, this.job.expected)
    await rm(this.job.root, { recursive: true, force: true })
    return { breaches, died: this.#died, strays: 'strays' in end ? end.strays : [] }
  }
}
