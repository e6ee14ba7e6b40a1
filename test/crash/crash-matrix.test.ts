import { mkdir, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CutJob, CutJobEnd } from './cut-job.ts'
import { cutJob } from './cut-job.ts'
import type { Cut, Moment, Point } from './cutting-effect.ts'
import { labelsOf } from './cutting-effect.ts'
import { forgetEvents, isCompletion, isCompletionOrNote } from './forget-events.ts'
import { HarnessProcess } from './harness-process.ts'
import { runName } from './job.ts'
import { makeFolder, makeTemplate } from './make-template.ts'
import { journalFile } from './read-evidence.ts'
import type { Rehearsal } from './rehearse-job.ts'
import { rehearseJob } from './rehearse-job.ts'
import { pick, seededRandom } from './seeded-random.ts'

const PROGRAM = fileURLToPath(new URL('../../build/test/crash/harness.js', import.meta.url))
const SEED = Number(process.env['TUTTI_TEST_SEED'] ?? 1)
const PAIRS = 36
const MINUTES = 60_000
/** After this something is at work that no effect surrounds. */
const LEFT_AT_WORK = 'release'

let folder = ''
let template = ''
let line: Rehearsal
let fan: Rehearsal
let jobs = 0
const newRoot = (): string => join(folder, `job-${(jobs += 1)}`)

beforeAll(async () => {
  folder = await makeFolder()
  template = join(folder, 'template')
  await mkdir(template)
  await makeTemplate(template)
  const harness = new HarnessProcess(PROGRAM)
  line = await rehearseJob(harness, { template, root: newRoot(), shape: 'line' })
  fan = await rehearseJob(harness, { template, root: newRoot(), shape: 'fan' })
  const again = await rehearseJob(harness, { template, root: newRoot(), shape: 'line' })
  await harness.close()
  expect(labelsOf(again.points)).toEqual(labelsOf(line.points))
}, 5 * MINUTES)
afterAll(() => rm(folder, { recursive: true, force: true }))

test('P1: nothing outside is changed between two effects, so a cut after one is a cut before the next', () => {
  expect([line.strays, fan.strays]).toEqual([[], []])
})

test(
  'P1: cut at every point, a run ends as if nobody had cut it, and nothing finished is done again',
  async () => {
    const random = seededRandom(SEED)
    const labels = labelsOf(line.points)
    const cuts = cutsAt(line.points, random)
    const cases = cuts.map((cut) => ({ cut, resumable: random() < 0.5 }))
    const started = performance.now()
    const wrong = await inParallel(cases, async (harness, { cut, resumable }) => {
      const end = await cutJob(harness, lineJob(cut, resumable))
      const died = end.died[0] ?? []
      const isThere = died.length > cut.effect && died.join() === labels.slice(0, died.length).join()
      return describeWrong(end, isThere ? [] : ['died elsewhere'], [cut])
    })
    tell(`cut at ${cuts.length} places between ${line.points.length} points`, started)
    console.log(countLabels(cuts.map(({ effect }) => labels[effect] ?? '')))
    expect(wrong).toEqual([])
    expect(line.points.length).toBeGreaterThan(600)
    expect(cuts.length).toBeGreaterThan(line.points.length / 2)
    expect(new Set(labels).size).toBeGreaterThan(25)
  },
  20 * MINUTES,
)

test(
  'P1: cut while three agents work, and cut again while it is resumed, a run ends the same',
  async () => {
    const random = seededRandom(SEED)
    const started = performance.now()
    const effects = labelsOf(fan.points).length
    const pairs = Array.from({ length: PAIRS }, () => {
      const first = cutBy(random, effects)
      // What is left after the first cut is less by what was done before it.
      const second = cutBy(random, Math.max(20, effects - first.effect - 40))
      return { cuts: [first, second], resumable: random() < 0.5 }
    })
    let twice = 0
    const wrong = await inParallel(pairs, async (harness, { cuts, resumable }) => {
      const { expected } = fan
      const end = await cutJob(harness, {
        template,
        root: newRoot(),
        shape: 'fan',
        resumable,
        cuts,
        expected,
      })
      if (end.died.length === 2) twice += 1
      return describeWrong(end, [], cuts)
    })
    tell(`cut ${PAIRS} jobs, ${twice} of them twice`, started)
    expect(wrong).toEqual([])
    expect(twice).toBeGreaterThanOrEqual(30)
  },
  10 * MINUTES,
)

test.each([
  { plant: 'completions are forgotten', isForgotten: isCompletion, kind: 'step-redone' },
  { plant: 'completions and replies are forgotten', isForgotten: isCompletionOrNote, kind: 'call-redone' },
])(
  'P1: the same checks see it when $plant',
  async ({ isForgotten, kind }) => {
    const last = labelsOf(line.points).length - 1
    const effects = [Math.floor(last / 3), Math.floor(last / 2), Math.floor((2 * last) / 3)]
    const kinds = await inParallel(effects, async (harness, effect) => {
      const tamper: CutJob['tamper'] = (place) => forgetEvents(journalFile(place, runName), isForgotten)
      const job = lineJob({ effect, moment: 'after' }, false)
      return [(await cutJob(harness, { ...job, tamper })).breaches.map((breach) => breach.kind)]
    })
    for (const found of kinds) expect(found).toContain(kind)
  },
  5 * MINUTES,
)

/**
 * A cut for every point. Between the end of one effect and the begin of the next nothing changes outside, so
 * that these two points are one place, which is cut at either of them; unless something is left at work there.
 */
function cutsAt(points: readonly Point[], random: () => number): readonly Cut[] {
  const cuts: Cut[] = []
  for (const [index, point] of points.entries()) {
    const before = points[index - 1]
    const isSamePlace =
      point.moment === 'before' && before?.moment === 'after' && before.label !== LEFT_AT_WORK
    if (!isSamePlace) cuts.push(point)
    else if (random() < 0.5) cuts[cuts.length - 1] = point
  }
  return cuts
}

function cutBy(random: () => number, effects: number): Cut {
  return {
    effect: Math.floor(random() * effects),
    moment: pick<Moment>(['before', 'during', 'after'], random),
    lingerMs: random() * 4,
    wholeTree: random() < 0.5,
  }
}

function lineJob(cut: Cut, resumable: boolean): CutJob {
  const { expected } = line
  return { template, root: newRoot(), shape: 'line', resumable, cuts: [cut], expected }
}

/** Works through the items with one harness for each core, and gathers what was found. */
async function inParallel<T, R>(
  items: readonly T[],
  work: (harness: HarnessProcess, item: T) => Promise<readonly R[]>,
): Promise<readonly R[]> {
  const queue = [...items]
  const workers = Array.from({ length: availableParallelism() }, async () => {
    const harness = new HarnessProcess(PROGRAM)
    const found: R[] = []
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      found.push(...(await work(harness, item)))
    }
    await harness.close()
    return found
  })
  return (await Promise.all(workers)).flat()
}

function describeWrong(end: CutJobEnd, more: readonly string[], cuts: readonly Cut[]): readonly string[] {
  const { breaches, strays, died } = end
  const where = cuts.map(({ effect, moment }, index) => `${moment} ${died[index]?.[effect] ?? effect}`)
  return [...breaches.map(({ kind, what }) => `${kind}: ${what}`), ...strays, ...more].map(
    (what) => `cut ${where.join(', then ')}: ${what}`,
  )
}

function countLabels(labels: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const label of labels) counts[label] = (counts[label] ?? 0) + 1
  return counts
}

function tell(what: string, started: number): void {
  console.log(`${what}; seed ${SEED}; ${Math.round((performance.now() - started) / 1000)} s`)
}
