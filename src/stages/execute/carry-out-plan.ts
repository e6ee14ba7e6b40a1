import type { PlanRevise } from '../../contracts/planner.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { AgreedPlan } from '../plan/agreed-plan.ts'
import { announce } from '../approve/announce.ts'
import type { Waves } from './carry-out-waves.ts'
import { carryOutWaves, isByWave } from './carry-out-waves.ts'
import { execute } from './execute.ts'
import type { Objection } from '../facts.ts'
import { fact } from '../facts.ts'
import type { Job } from '../job.ts'
import type { MergeQueue } from '../integrate/merge-queue.ts'
import type { TaskResult } from './see-through.ts'
import type { Course } from '../review/settle-issues.ts'

export interface CarriedOut {
  /** The plan as it was in the end, with its revision. */
  readonly agreed: AgreedPlan
  readonly results: readonly TaskResult[]
  /** What was held against parts of the work and is not settled. */
  readonly open: readonly Objection[]
}

/** Makes the plan that takes another's place. */
export type Replan = (
  job: Job,
  first: { readonly revision: number; readonly revise: PlanRevise },
) => Promise<AgreedPlan>

/**
 * Carries out a plan, and the one that takes its place when a task cannot be done as planned. What is done stays
 * done, with its proof; a new plan is approved like the first.
 */
export async function carryOut(
  run: Run,
  job: Job,
  queue: MergeQueue,
  first: AgreedPlan,
  replan: Replan,
): Promise<CarriedOut> {
  let agreed = first
  let done: readonly TaskResult[] = []
  const open: Objection[] = []
  for (let replans = 0; ;) {
    const { revision, tier = job.tier } = agreed
    const entered = agreed === first ? 'stage-execute' : `stage-execute-r${revision}`
    await run.record(entered, fact({ kind: 'stage', value: { stage: 'execute' } }))
    const course = { agreed, results: done, replans }
    const deep = { ...job, tier }
    const carry = isByWave(deep) ? carryOutWaves : allAtOnce
    const played = await carry(run.scope('execute'), deep, queue, course)
    const { results, feedback } = played
    open.push(...played.open)
    const stuck = results.filter(({ state }) => state === 'replanning')
    if (stuck.length === 0 && feedback === null) return { agreed: played.agreed, results, open }
    // What a person wants to be different is no failure of the plan.
    if (feedback === null) replans += 1
    done = results.filter(({ state }) => state === 'done')
    const revise = {
      plan: played.agreed.plan,
      feedback: feedback ?? stuck.map(({ id, problem }) => `${id}: ${problem}`).join('\n'),
      from: feedback === null ? 'work' : 'person',
      done: done.map(({ id }) => id),
    } as const
    const onLine = { ...deep, base: queue.line.head }
    agreed = await replan(onLine, { revision: played.agreed.revision + 1, revise })
  }
}

async function allAtOnce(run: Run, job: Job, queue: MergeQueue, course: Course): Promise<Waves> {
  const { agreed, results: done, replans } = course
  const { plan, revision } = agreed
  const over = new Set(done.map(({ id }) => id))
  const tasks = plan.tasks.filter(({ id }) => !over.has(id))
  await announce(run, `announced-r${revision}`, job, 'The work', tasks)
  const results = await execute(run, job, queue, { plan, revision, done, replans })
  return { agreed, results, replans, open: [], feedback: null }
}
