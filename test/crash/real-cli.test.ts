import type { ChildProcess } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identifySelf } from '../../src/adapters/processes/process-identity.ts'
import { takeRunLock } from '../../src/host/run-lock.ts'
import { plainEffect } from '../../src/kernel/ports/effect.ts'
import { CliJob, exitOf } from './cli-job.ts'
import type { Breach, Death } from './find-replay-breaches.ts'
import { forgetEvents, isCompletionOrNote } from './forget-events.ts'
import { runName } from './job.ts'
import type { Expectation } from './judge-job.ts'
import { judgeJob } from './judge-job.ts'
import { kill, killTree } from './kill-tree.ts'
import { makeQuickFolder, makeTemplate } from './make-template.ts'
import type { Place } from './place.ts'
import { readDelivery } from './read-delivery.ts'
import { journalFile, readEvidence } from './read-evidence.ts'
import { readUserState } from './read-user-state.ts'
import { seededRandom } from './seeded-random.ts'
import { TraceReader } from './trace-reader.ts'

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))
const SEED = Number(process.env['TUTTI_TEST_SEED'] ?? 1)
/** Enough to see that it works; `npm run test:crash` takes all of them. */
const CUTS = process.env['TUTTI_TEST_CUTS'] === 'all' ? 20 : 5
const MINUTES = 60_000

let folder = ''
let template = ''
let expected: Expectation
/** Lines in the trace of a run that nobody cut. */
let lines = 0
let jobs = 0

const prepare = (resumable: boolean): Promise<CliJob> => {
  const root = join(folder, `job-${(jobs += 1)}`)
  return CliJob.prepare({ template, root, dist: DIST, pauseMs: 20, resumable })
}

beforeAll(async () => {
  folder = await makeQuickFolder()
  template = join(folder, 'template')
  await mkdir(template)
  await makeTemplate(template)
  const job = await prepare(false)
  const userState = await readUserState(job.place)
  expect(await exitOf(job.play(['--yes']))).toBe(0)
  expected = { delivery: await readDelivery(job.place, `tutti/${runName}`), userState }
  expect(await judgeJob(job.place, runName, [], expected)).toEqual([])
  expect((await readEvidence(job.place, runName)).turns).not.toEqual([])
  const trace = new TraceReader(job.trace)
  trace.look()
  lines = trace.lines
  trace.close()
  expect(lines).toBeGreaterThan(500)
}, 3 * MINUTES)
afterAll(() => rm(folder, { recursive: true, force: true }))

test(
  'P1: the command line, killed from outside at any line of its trace, goes on when it is resumed',
  async () => {
    const random = seededRandom(SEED)
    const started = performance.now()
    const cuts = Array.from({ length: CUTS }, (_, index) => ({
      line: Math.floor((lines * (index + random())) / CUTS),
      resumable: random() < 0.5,
      wholeTree: random() < 0.5,
    }))
    const queue = [...cuts]
    const wrong: unknown[] = []
    const worker = async (): Promise<void> => {
      for (let cut = queue.shift(); cut !== undefined; cut = queue.shift()) {
        const breaches = await cutAndResume(cut)
        if (breaches.length > 0) wrong.push({ cut, breaches })
      }
    }
    await Promise.all(Array.from({ length: availableParallelism() }, worker))
    const seconds = Math.round((performance.now() - started) / 1000)
    console.log(`${CUTS} kills of the command line over ${lines} lines of trace; seed ${SEED}; ${seconds} s`)
    expect(wrong).toEqual([])
  },
  10 * MINUTES,
)

test(
  'P1: a run that was killed after its last word leaves nothing once it is resumed',
  async () => {
    const job = await prepare(false)
    expect(await exitOf(job.play(['--yes']))).toBe(0)
    const runFolder = dirname(journalFile(job.place, runName))
    const self = { ...identifySelf(), startTime: '1' }
    await takeRunLock({
      folder: runFolder,
      self,
      command: 'died',
      takeOver: false,
      effect: plainEffect,
    })
    job.noteBegun()
    expect(await exitOf(job.play(['--yes']))).toBe(0)
    expect(await judgeJob(job.place, runName, [], expected)).toEqual([])
  },
  3 * MINUTES,
)

test(
  'P1: the same checks see it when what was finished is forgotten',
  async () => {
    const line = Math.floor(lines * 0.7)
    const forget = (place: Place): Promise<void> => forgetEvents(place, isCompletionOrNote)
    const breaches = await cutAndResume({ line, resumable: false, wholeTree: true }, forget)
    const kinds = breaches.map(({ kind }) => kind)
    expect(kinds).toContain('call-redone')
    expect(kinds).toContain('step-redone')
  },
  3 * MINUTES,
)

async function cutAndResume(
  cut: { readonly line: number; readonly resumable: boolean; readonly wholeTree: boolean },
  tamper?: (place: Place) => Promise<void>,
): Promise<readonly Breach[]> {
  const job = await prepare(cut.resumable)
  const { place } = job
  const child = job.play(['--yes'])
  await killAtLine(child, job, cut.line, cut.wholeTree)
  const at = await readEvidence(place, runName)
  if (at.events.length > 0) job.noteBegun()
  await tamper?.(place)
  const deaths: Death[] = [{ at, eventsFound: (await readEvidence(place, runName)).events.length }]
  await exitOf(job.play(['--yes']))
  const breaches = await judgeJob(place, runName, deaths, expected)
  await rm(place.root, { recursive: true, force: true })
  return breaches
}

async function killAtLine(child: ChildProcess, job: CliJob, line: number, wholeTree: boolean): Promise<void> {
  const { pid } = child
  if (pid === undefined) throw new Error('The command line did not start.')
  const ended = exitOf(child)
  const trace = new TraceReader(job.trace)
  while (child.exitCode === null) {
    trace.look()
    if (trace.lines >= line) break
    await delay(1)
  }
  if (wholeTree) killTree(pid, job.place)
  else kill(pid)
  await ended
  trace.close()
}
