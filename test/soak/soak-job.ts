import { setTimeout as delay } from 'node:timers/promises'
import type { CliJob } from '../crash/cli-job.ts'
import { exitOf } from '../crash/cli-job.ts'
import type { Death } from '../crash/find-replay-breaches.ts'
import { runName } from '../crash/job.ts'
import { kill, killTree } from '../crash/kill-tree.ts'
import { readEvidence } from '../crash/read-evidence.ts'
import { TraceReader } from '../crash/trace-reader.ts'
import type { DeathClass } from './classify-death.ts'
import { classifyDeath, openQuestions } from './classify-death.ts'
import type { Aim } from './take-aim.ts'
import { takeAim } from './take-aim.ts'

export interface Shot {
  readonly aim: Aim
  /** The conductor with everything it has started, or the conductor alone. */
  readonly wholeTree: boolean
}

export interface Pace {
  readonly startUpMs: number
  readonly turnMs: number
  readonly random: () => number
}

export type Played =
  | { readonly kind: 'killed'; readonly death: Death; readonly place: DeathClass }
  | { readonly kind: 'ended'; readonly status: number | NodeJS.Signals | null }

/** A run in which nothing happens for so long is broken. */
const LONGEST_MS = 120_000

/** Plays the job with one process of the command line, and kills it when the moment has come. */
export async function playJob(
  job: CliJob,
  shot: Shot | null,
  approval: 'in advance' | 'by hand',
  pace: Pace,
): Promise<Played> {
  const read = (): ReturnType<typeof readEvidence> => readEvidence(job.place, runName)
  const { events: before } = await read()
  const trace = new TraceReader(job.trace)
  const child = job.play(approval === 'in advance' ? ['--yes'] : [])
  const { pid } = child
  if (pid === undefined) throw new Error('The command line did not start.')
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  const ended = exitOf(child)
  const watchdog = setTimeout(() => kill(pid), LONGEST_MS)
  const approving = approval === 'by hand' && shot?.aim !== 'idle' ? approve(job, hasEnded) : null
  try {
    const isMet = shot !== null && (await takeAim(shot.aim, { ...pace, pid, trace, read, hasEnded }))
    if (isMet && shot.wholeTree) killTree(pid, job.place)
    else if (isMet) kill(pid)
    const status = await ended
    if (!isMet || status !== 'SIGKILL') return { kind: 'ended', status }
    trace.look()
    const at = await read()
    const scene = { ...at, openEffects: trace.openEffects(pid), eventsBefore: before.length }
    if (at.events.length > 0) job.noteBegun()
    return { kind: 'killed', death: { at, eventsFound: at.events.length }, place: classifyDeath(scene) }
  } finally {
    clearTimeout(watchdog)
    await approving
    trace.close()
  }
}

/** Says yes to the plan as a person at another terminal would, once it is asked about. */
async function approve(job: CliJob, hasEnded: () => boolean): Promise<void> {
  while (!hasEnded()) {
    const { events } = await readEvidence(job.place, runName)
    if (openQuestions(events) > 0) {
      await exitOf(job.start(['approve', runName]))
      return
    }
    await delay(20)
  }
}
