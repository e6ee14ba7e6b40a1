import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import { RunFailure, toRunFailure } from '../kernel/failure.ts'
import type { Plan } from '../plan/plan.ts'
import { makeSense } from '../protocol/make-sense.ts'
import { planOfRun } from '../protocol/plan-of-run.ts'
import type { Environment } from './locations.ts'
import { openRunStore } from './open-run-store.ts'
import { readPlan, shapedPlan } from './read-plan.ts'
import type { SeenEvents } from './run-store.ts'
import { findRun, seeEvents } from './run-store.ts'

export interface FoundPlan {
  readonly plan: Plan
  /** How many errors the linter has with it; a plan of a run has none. */
  readonly errors: number
}

export interface PlanPlace {
  readonly cwd: string
  readonly environment: Environment
  readonly stdin: NodeJS.ReadableStream
}

/** The plan a person means: of a file, of standard input, or of a run by its name; without a name, of the newest run. */
export async function findPlan(named: string | undefined, place: PlanPlace): Promise<FoundPlan> {
  if (named !== undefined && (await isFile(named, place.cwd))) {
    const written = await readPlan(named, place.cwd, place.stdin)
    const errors = written.findings.filter(({ severity }) => severity === 'error')
    return { plan: shapedPlan(written), errors: errors.length }
  }
  const { run, events, isOwn } = await readNamedRun(named, place)
  const plan = makeSense(isOwn, run, () => planOfRun(events))
  if (plan === null) {
    const message = `${run} has no plan yet; see where it stands: tutti status ${run}.`
    throw new RunFailure({ code: 'bad-input', message })
  }
  return { plan, errors: 0 }
}

async function readNamedRun(
  named: string | undefined,
  { cwd, environment }: PlanPlace,
): Promise<SeenEvents & { readonly run: string }> {
  try {
    const locations = await openRunStore(cwd, environment)
    const run = await findRun(locations, named)
    return { run, ...(await seeEvents(locations, run)) }
  } catch (thrown) {
    const { failure } = toRunFailure(thrown)
    const isNowhere = failure.code === 'run-unknown' || failure.code === 'repository-unfit'
    if (named === undefined || !isNowhere) throw thrown
    const message = `There is no file ${named}. ${failure.message}`
    throw new RunFailure({ code: failure.code, message }, { cause: thrown })
  }
}

/** What looks like a path is meant as one, whether or not it is there. */
async function isFile(named: string, cwd: string): Promise<boolean> {
  if (named === '-' || /[/\\]|\.(?:ya?ml|json)$/i.test(named)) return true
  return access(resolve(cwd, named)).then(
    () => true,
    () => false,
  )
}
