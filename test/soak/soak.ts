import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { CliJob, exitOf } from '../crash/cli-job.ts'
import type { Breach, Death } from '../crash/find-replay-breaches.ts'
import { countRepeatedCalls } from '../crash/find-replay-breaches.ts'
import { forgetEvents, isCompletionOrNote } from '../crash/forget-events.ts'
import { jobFiles, runName } from '../crash/job.ts'
import type { Expectation } from '../crash/judge-job.ts'
import { judgeJob } from '../crash/judge-job.ts'
import { makeFolder, makeTemplate } from '../crash/make-template.ts'
import { readDelivery } from '../crash/read-delivery.ts'
import { readEvidence } from '../crash/read-evidence.ts'
import { readUserState } from '../crash/read-user-state.ts'
import { pick, seededRandom } from '../crash/seeded-random.ts'
import { openQuestions } from './classify-death.ts'
import { KillTable } from './kill-table.ts'
import type { Pace } from './soak-job.ts'
import { playJob } from './soak-job.ts'

const DIST = fileURLToPath(new URL('../../../dist', import.meta.url))
const PAUSE_MS = 120
/** Tasks that agents work on at once. */
const PARALLEL = 3
const MOST_KILLS_A_JOB = 6

interface Soak {
  readonly random: () => number
  readonly plant: string | undefined
  readonly folder: string
  readonly template: string
  readonly expected: Expectation
  readonly pace: Pace
  readonly table: KillTable
}

interface JobEnd {
  readonly breaches: readonly Breach[]
  readonly repeated: number
}

/** Kills the real command line again and again and judges every job by what its agents have logged themselves. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { kills: { type: 'string' }, seed: { type: 'string' }, plant: { type: 'string' } },
  })
  const kills = Number(values.kills ?? 20)
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  if (!Number.isSafeInteger(kills) || kills < 1 || !Number.isSafeInteger(seed)) {
    throw new Error('Give whole numbers: --kills 200 --seed 1.')
  }
  if (values.plant !== undefined && values.plant !== 'forget') {
    throw new Error('The only failure to plant is: --plant forget.')
  }
  const started = performance.now()
  console.log(`${kills} kills; seed ${seed}${values.plant === undefined ? '' : `; planted: ${values.plant}`}`)
  const soak = await setUp(seed, values.plant)
  let jobs = 0
  let repeated = 0
  const wrong: string[] = []
  while (isWanting(soak.table, kills) && wrong.length === 0) {
    jobs += 1
    const root = join(soak.folder, `job-${jobs}`)
    const end = await soakJob(soak, root)
    repeated += end.repeated
    wrong.push(...end.breaches.map(({ kind, what }) => `job ${jobs}: ${kind}: ${what}`))
    if (wrong.length === 0) await rm(root, { recursive: true, force: true })
  }
  const { table } = soak
  if (repeated > table.total * PARALLEL) wrong.push(`${repeated} calls were made again`)
  console.log(table.render())
  console.log(
    `${jobs} jobs; ${repeated} calls in flight at a kill were made again, each after it was in doubt`,
  )
  if (wrong.length === 0) {
    console.log(
      'no finished call made again, no commit made twice, no process or worktree left, the same tree every time',
    )
  }
  console.log(`${Math.round((performance.now() - started) / 1000)} s; seed ${seed}`)
  if (wrong.length === 0)
    wrong.push(...table.missing(leastOf(kills)).map((place) => `too few kills landed in: ${place}`))
  for (const line of wrong) console.log(`WRONG ${line}`)
  if (wrong.length === 0) await rm(soak.folder, { recursive: true, force: true })
  else console.log(`kept for a look: ${soak.folder}`)
  return wrong.length === 0 ? 0 : 1
}

/** How many kills must land in each place. */
function leastOf(kills: number): number {
  return Math.floor(kills / 20)
}

/** Chance may need some kills more until every place has had its share. */
function isWanting(table: KillTable, kills: number): boolean {
  if (table.total < kills) return true
  return table.missing(leastOf(kills)).length > 0 && table.total < 2 * kills
}

/** A job that nobody interrupts shows what to expect, and how fast this machine is. */
async function setUp(seed: number, plant: string | undefined): Promise<Soak> {
  const folder = await makeFolder()
  const template = join(folder, 'template')
  await mkdir(template)
  // Gates that last are met by more kills.
  await makeTemplate(template, { ...jobFiles, 'test.sh': `sleep 0.15\n${jobFiles['test.sh'] ?? ''}` })
  const random = seededRandom(seed)
  const table = new KillTable()
  const root = join(folder, 'whole')
  const job = await CliJob.prepare({ template, root, dist: DIST, pauseMs: PAUSE_MS, resumable: false })
  const userState = await readUserState(job.place)
  const begun = Date.now()
  const status = await exitOf(job.play(['--yes']))
  const { events } = await readEvidence(job.place, runName)
  const expected = { delivery: await readDelivery(job.place, `tutti/${runName}`), userState }
  const breaches = await judgeJob(job.place, runName, [], expected)
  if (status !== 0 || breaches.length > 0) {
    throw new Error(`The whole job ended with ${String(status)} in ${root}: ${JSON.stringify(breaches)}`)
  }
  const pace = { startUpMs: (events[0]?.at ?? begun) - begun, turnMs: 2 * PAUSE_MS, random }
  return { random, plant, folder, template, expected, pace, table }
}

async function soakJob(soak: Soak, root: string): Promise<JobEnd> {
  const { random, table, template, pace, expected } = soak
  const resumable = random() < 0.5
  const job = await CliJob.prepare({ template, root, dist: DIST, pauseMs: PAUSE_MS, resumable })
  const byHand = table.isBehind('idle') || random() < 0.3
  const deaths: Death[] = []
  const most = 1 + Math.floor(random() * MOST_KILLS_A_JOB)
  for (let isOver = false; !isOver;) {
    const { events } = await readEvidence(job.place, runName)
    const isAsked = byHand && !events.some(({ type }) => type === 'question-answered')
    const aims = table.aims(isAsked)
    const wholeTree = table.total % 2 === 0
    const shot = deaths.length < most ? { aim: pick(aims, random), wholeTree } : null
    const played = await playJob(job, shot, byHand ? 'by hand' : 'in advance', pace)
    isOver = played.kind === 'ended'
    if (played.kind === 'ended') continue
    table.count(played.place, wholeTree)
    if (soak.plant === 'forget') await forgetEvents(job.place, isCompletionOrNote)
    const found = (await readEvidence(job.place, runName)).events
    deaths.push({ ...played.death, eventsFound: found.length })
    // The person may also answer while nobody plays.
    if (openQuestions(found) > 0 && random() < 0.5) await exitOf(job.start(['approve', runName]))
  }
  const breaches = await judgeJob(job.place, runName, deaths, expected)
  return { breaches, repeated: countRepeatedCalls((await readEvidence(job.place, runName)).turns) }
}

process.exitCode = await main()
