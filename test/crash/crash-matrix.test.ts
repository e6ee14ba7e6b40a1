import { mkdir, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CutPlace } from './choose-cuts.ts'
import { choosePlaces, inBatches, ownPoints, placesOf } from './choose-cuts.ts'
import type { CutJob, CutJobEnd, Stage } from './cut-jobs.ts'
import { cutJobs } from './cut-jobs.ts'
import type { Cut, Moment } from './cutting-effect.ts'
import { labelsOf } from './cutting-effect.ts'
import { forgetEvents, isCompletion, isCompletionOrNote } from './forget-events.ts'
import { HarnessProcess } from './harness-process.ts'
import type { JobShape } from './job.ts'

import { makeQuickFolder, makeTemplate } from './make-template.ts'
import type { Rehearsal } from './rehearse-job.ts'
import { rehearseJob } from './rehearse-job.ts'
import { pick, seededRandom } from './seeded-random.ts'

const PROGRAM = fileURLToPath(new URL('../../build/test/crash/harness.js', import.meta.url))
const SEED = Number(process.env['TUTTI_TEST_SEED'] ?? 1)
/** `npm run test:crash` cuts at every place; any other `TUTTI_TEST_CUTS` at some of as many sorts as it can. */
const IS_WHOLE = process.env['TUTTI_TEST_CUTS'] === 'all'
const MOST_PLACES = IS_WHOLE ? Number.POSITIVE_INFINITY : 56
/** Jobs that die with one process. */
const BATCH = 12
const PAIRS = IS_WHOLE ? 36 : 6
const MINUTES = 60_000
/** Every point of the first is cut, and of the others those that the first does not have. */
const IN_ORDER = ['brief', 'mended', 'line'] as const

interface Placed extends CutPlace {
  readonly shape: JobShape
  readonly resumable: boolean
}

let folder = ''
let template = ''
const rehearsals = new Map<JobShape, Rehearsal>()
let jobs = 0

beforeAll(async () => {
  folder = await makeQuickFolder()
  template = join(folder, 'template')
  await mkdir(template)
  await makeTemplate(template)
  const harness = new HarnessProcess(PROGRAM)
  for (const shape of [...IN_ORDER, 'fan'] as const) {
    rehearsals.set(shape, await rehearseJob(harness, { template, root: newRoot(), shape }))
  }
  for (const shape of IN_ORDER) {
    const again = await rehearseJob(harness, { template, root: newRoot(), shape })
    expect(again.points).toEqual(rehearsed(shape).points)
  }
  await harness.close()
}, 5 * MINUTES)
afterAll(() => rm(folder, { recursive: true, force: true }))

test('P1: nothing outside is changed between two effects, so a cut after one is a cut before the next', () => {
  for (const [shape, { strays }] of rehearsals) expect([shape, strays]).toEqual([shape, []])
})

test(
  'P1: cut at every point, a run ends as if nobody had cut it, and nothing finished is done again',
  async () => {
    const random = seededRandom(SEED)
    const started = performance.now()
    const all = IN_ORDER.flatMap((shape) => {
      const others = shape === 'brief' ? [] : rehearsed('brief').points
      const own = ownPoints(rehearsed(shape).points, others)
      return placesOf(own, random).map((place) => ({ ...place, shape, resumable: random() < 0.5 }))
    })
    const chosen = choosePlaces(all, MOST_PLACES, random)
    const wrong = await inParallel(inBatches(chosen, BATCH), async (stage, batch) => {
      const ends = await cutJobs(
        stage,
        batch.map(({ shape, point, resumable }) => jobOf(shape, [point], resumable)),
      )
      return ends.flatMap((end, index) => judgePlace(end, batch[index]))
    })
    tell(`cut at ${chosen.length} of ${all.length} places`, started)
    console.log(countLabels(chosen))
    expect(wrong).toEqual([])
    expect(all.length).toBeGreaterThan(300)
    expect(chosen.length).toBeGreaterThanOrEqual(IS_WHOLE ? all.length : MOST_PLACES)
    expect(Object.keys(countLabels(chosen)).length).toBeGreaterThan(25)
  },
  40 * MINUTES,
)

test(
  'P1: cut while three agents work, and cut again while it is resumed, a run ends the same',
  async () => {
    const random = seededRandom(SEED)
    const started = performance.now()
    const effects = labelsOf(rehearsed('fan').points).length
    const pairs = Array.from({ length: PAIRS }, () => {
      const first = cutBy(random, effects)
      // What is left after the first cut is less by what was done before it.
      const second = cutBy(random, Math.max(20, effects - first.effect - 40))
      return { cuts: [first, second], resumable: random() < 0.5 }
    })
    let twice = 0
    const wrong = await inParallel(pairs, async (stage, { cuts, resumable }) => {
      const ends = await cutJobs(stage, [jobOf('fan', cuts, resumable)])
      if (ends[0]?.died.length === 2) twice += 1
      return ends.flatMap((end) => describeWrong(end, cuts))
    })
    tell(`cut ${PAIRS} jobs, ${twice} of them twice`, started)
    expect(wrong).toEqual([])
    expect(twice).toBeGreaterThanOrEqual(IS_WHOLE ? 30 : 4)
  },
  20 * MINUTES,
)

test.each([
  { plant: 'completions are forgotten', isForgotten: isCompletion, kind: 'step-redone' },
  { plant: 'completions and replies are forgotten', isForgotten: isCompletionOrNote, kind: 'call-redone' },
])(
  'P1: the same checks see it when $plant',
  async ({ isForgotten, kind }) => {
    const last = labelsOf(rehearsed('line').points).length - 1
    const effects = [Math.floor(last / 3), Math.floor(last / 2), Math.floor((2 * last) / 3)]
    const tamper: CutJob['tamper'] = (place) => forgetEvents(place, isForgotten)
    const ends = await inParallel(effects, (stage, effect) =>
      cutJobs(stage, [{ ...jobOf('line', [{ effect, moment: 'after' }], false), tamper }]),
    )
    for (const { breaches } of ends) expect(breaches.map((breach) => breach.kind)).toContain(kind)
  },
  5 * MINUTES,
)

function rehearsed(shape: JobShape): Rehearsal {
  const rehearsal = rehearsals.get(shape)
  if (rehearsal === undefined) throw new Error(`${shape} was not rehearsed.`)
  return rehearsal
}

function newRoot(): string {
  return join(folder, `job-${(jobs += 1)}`)
}

function jobOf(shape: JobShape, cuts: readonly Cut[], resumable: boolean): CutJob {
  return { template, root: newRoot(), shape, resumable, cuts, expected: rehearsed(shape).expected }
}

function cutBy(random: () => number, effects: number): Cut {
  return {
    effect: Math.floor(random() * effects),
    moment: pick<Moment>(['before', 'during', 'after'], random),
    lingerMs: random() * 4,
    wholeTree: random() < 0.5,
  }
}

/** Works through the items with one stage for each core, and gathers what was found. */
async function inParallel<T, R>(
  items: readonly T[],
  work: (stage: Stage, item: T) => Promise<readonly R[]>,
): Promise<readonly R[]> {
  const queue = [...items]
  const workers = Array.from({ length: availableParallelism() }, async () => {
    const stage = { mortal: new HarnessProcess(PROGRAM), last: new HarnessProcess(PROGRAM) }
    const found: R[] = []
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      found.push(...(await work(stage, item)))
    }
    await stage.mortal.close()
    await stage.last.close()
    return found
  })
  return (await Promise.all(workers)).flat()
}

/** Besides what is wrong with its end: whether it has passed the points up to its cut, and none after it. */
function judgePlace(end: CutJobEnd, place: Placed | undefined): readonly string[] {
  if (place === undefined) throw new Error('There are more ends than jobs.')
  const { points } = rehearsed(place.shape)
  const passed = points.slice(0, points.indexOf(place.point) + 1)
  const isThere = JSON.stringify(end.died[0]) === JSON.stringify(passed)
  return [
    ...describeWrong(end, [place.point]),
    ...(isThere ? [] : [`died elsewhere: ${JSON.stringify(place)}`]),
  ]
}

function describeWrong({ breaches, strays, died }: CutJobEnd, cuts: readonly Cut[]): readonly string[] {
  const where = cuts.map(({ effect, moment }, index) => {
    const at = died[index]?.findLast((point) => point.effect === effect)
    return at === undefined ? `${moment} ${effect}` : `${moment} ${at.label} in ${at.step}`
  })
  return [...breaches.map(({ kind, what }) => `${kind}: ${what}`), ...strays].map(
    (what) => `cut ${where.join(', then ')}: ${what}`,
  )
}

function countLabels(places: readonly CutPlace[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { point } of places) counts[point.label] = (counts[point.label] ?? 0) + 1
  return counts
}

function tell(what: string, started: number): void {
  console.log(`${what}; seed ${SEED}; ${Math.round((performance.now() - started) / 1000)} s`)
}
