import { describe, expect, test } from 'vitest'
import type { RunEvent } from '../../src/kernel/event.ts'
import type { ProcessName } from '../../src/records/given-files.ts'
import { seededRandom } from '../crash/seeded-random.ts'
import type { ProcessPlay, ProcessScript } from '../harness/play-process.ts'
import { makeStage, playProcess } from '../harness/play-process.ts'
import { goldenOf, readGolden, writeGolden } from './golden-tree.ts'
import type { ProcessEnd } from './process-end.ts'
import { endOf, redoneSteps, withoutTimes } from './process-end.ts'

const SEED = Number(process.env['TUTTI_TEST_SEED'] ?? 1)
/** `every`: after every event; `all`, in CI: after one event of each sort; otherwise after some of them. */
const CUTS = process.env['TUTTI_TEST_CUTS'] ?? ''
const SAMPLE = 1
/** Most of the time is spent in git, so that two plays at once fill two cores. */
const AT_ONCE = 2
const MINUTES = 60_000

export interface JudgedJobs {
  /** A whole job that shows everything the process writes. */
  readonly job: ProcessScript
  /** A job that goes on from files which the original system left half-finished. */
  readonly halfFinished: ProcessScript
  /** Files whose lines may come in another order when work that goes on side by side was cut. */
  readonly inAnyOrder?: (path: string) => boolean
}

/**
 * Plays both jobs of a process, compares what is left of them with the goldens in `test/fixtures/processes`
 * (`UPDATE_GOLDENS=1` writes them), and kills the first after its events: it must end as if nobody had.
 */
export function describeProcess(
  name: ProcessName,
  { job, halfFinished, inAnyOrder = () => false }: JudgedJobs,
): void {
  describe(`${name} as a whole`, () => {
    test.each([
      { called: 'job', script: job },
      { called: 'half-finished', script: halfFinished },
    ])(
      'P1: its $called leaves the files of its golden',
      async ({ called, script }) => {
        const { end } = await playOnce(script)
        const tree = goldenOf(end)
        if (process.env['UPDATE_GOLDENS'] === '1') await writeGolden(name, called, tree)
        expect(end.worktrees).toEqual([])
        expect(tree).toEqual(await readGolden(name, called))
      },
      2 * MINUTES,
    )

    test(
      'P1: cut after an event and resumed, it leaves the same files and delivers the same, and redoes nothing',
      async () => {
        const whole = await playOnce(job)
        const expected = comparable(whole.end, inAnyOrder)
        const cuts = cutsOf(whole.play.events)
        const started = performance.now()
        const wrong = await inPairs(cuts, async (most) => {
          const cut = await playCut(job, most)
          const problems = differences(expected, comparable(cut.end, inAnyOrder))
          return [...problems, ...cut.redone].map((what) => `cut after event ${most}: ${what}`)
        })
        const seconds = Math.round((performance.now() - started) / 1000)
        console.log(
          `${name}: cut after ${cuts.length} of ${whole.play.events.length} events in ${seconds} s, seed ${SEED}`,
        )
        expect(wrong).toEqual([])
      },
      240 * MINUTES,
    )
  })
}

async function playOnce(
  script: ProcessScript,
): Promise<{ readonly play: ProcessPlay; readonly end: ProcessEnd }> {
  const repository = await makeStage(script)
  try {
    const play = await playProcess(repository, script)
    return { play, end: await endOf(repository, play) }
  } finally {
    await repository.remove()
  }
}

async function playCut(
  script: ProcessScript,
  most: number,
): Promise<{ readonly end: ProcessEnd; readonly redone: readonly string[] }> {
  const repository = await makeStage(script)
  try {
    const { events: past } = await playProcess(repository, script, { most })
    const play = await playProcess(repository, script, { past })
    const redone = redoneSteps(past, play.events).map((step) => `done again: ${step}`)
    return { end: await endOf(repository, play), redone }
  } finally {
    await repository.remove()
  }
}

/** After how many events the job is cut. The same seed gives the same cuts. */
function cutsOf(events: readonly RunEvent[]): readonly number[] {
  const all = Array.from({ length: events.length - 1 }, (_, index) => index + 1)
  if (CUTS === 'every') return all
  const random = seededRandom(SEED)
  const drawn = all.map((most) => ({ most, chance: random() })).toSorted((a, b) => a.chance - b.chance)
  const sorts = sortsOf(events)
  const firsts = new Map(drawn.map(({ most }) => [sorts[most - 1], most]))
  return CUTS === 'all' ? [...firsts.values()] : drawn.slice(0, SAMPLE).map(({ most }) => most)
}

/** What sort of event each is: its type, and the kind of its step, fact or question. */
export function sortsOf(events: readonly RunEvent[]): readonly string[] {
  const kinds = new Map(
    events.flatMap((event) => (event.type === 'step-started' ? [[event.step, event.kind]] : [])),
  )
  return events.map((event) => {
    if ('step' in event) return `${event.type} of ${kinds.get(event.step) ?? ''}`
    if (event.type === 'question-asked') return `${event.type}: ${event.ask.kind}`
    return event.type === 'fact-recorded' ? `${event.type}: ${event.kind}` : event.type
  })
}

function comparable(
  end: ProcessEnd,
  inAnyOrder: (path: string) => boolean,
): Readonly<Record<string, string>> {
  const { status, files, delivered, worktrees } = withoutTimes(end)
  const told = (
    kind: string,
    texts: Readonly<Record<string, string>>,
  ): readonly (readonly [string, string])[] =>
    Object.entries(texts).map(([path, text]) => [
      `${kind} ${path}`,
      inAnyOrder(path) ? text.split('\n').toSorted().join('\n') : text,
    ])
  return Object.fromEntries([
    ['outcome', status],
    ['worktrees left', worktrees.join(', ')],
    ...told('file', files),
    ...told('delivered', delivered),
  ])
}

/** What differs, each with the first line that does. */
export function differences(
  expected: Readonly<Record<string, string>>,
  found: Readonly<Record<string, string>>,
): readonly string[] {
  const keys = [...new Set([...Object.keys(expected), ...Object.keys(found)])].toSorted()
  return keys.flatMap((key) => {
    const [one, other] = [found[key], expected[key]]
    if (one === other) return []
    if (one === undefined) return [`${key} is missing`]
    if (other === undefined) return [`${key} is there, which it is not otherwise`]
    const [lines, others] = [one.split('\n'), other.split('\n')]
    const at = lines.findIndex((line, index) => line !== others[index])
    const line = at === -1 ? lines.length : at
    return [`${key}, line ${line + 1}: ${JSON.stringify(lines[line])}, not ${JSON.stringify(others[line])}`]
  })
}

async function inPairs<T>(
  items: readonly T[],
  work: (item: T) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const queue = [...items]
  const workers = Array.from({ length: AT_ONCE }, async () => {
    const found: string[] = []
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) found.push(...(await work(item)))
    return found
  })
  return (await Promise.all(workers)).flat()
}
