import type { ResearchReply } from '../contracts/researcher.ts'
import type { Run } from '../kernel/playbook.ts'
import type { AgreedPlan } from './agree-on-plan.ts'
import { agreeOnPlan } from './agree-on-plan.ts'
import { execute } from './execute.ts'
import { fact } from './facts.ts'
import type { Job } from './job.ts'
import type { MergeQueue } from './merge-queue.ts'
import type { TaskResult } from './see-through.ts'

/**
 * Carries out a plan, and the one that takes its place when a task cannot be done as planned. What is done stays
 * done, with its proof; a new plan is approved like the first.
 */
export async function carryOutPlan(
  run: Run,
  job: Job,
  queue: MergeQueue,
  research: readonly ResearchReply[],
  first: AgreedPlan,
): Promise<readonly TaskResult[]> {
  let agreed = first
  let done: readonly TaskResult[] = []
  for (let replans = 0; ; replans += 1) {
    const { plan, revision } = agreed
    const entered = replans === 0 ? 'stage-execute' : `stage-execute-r${revision}`
    await run.record(entered, fact({ kind: 'stage', value: { stage: 'execute' } }))
    const results = await execute(run.scope('execute'), job, queue, { plan, revision, done, replans })
    const stuck = results.filter(({ state }) => state === 'replanning')
    if (stuck.length === 0) return results
    done = results.filter(({ state }) => state === 'done')
    const revise = {
      plan,
      feedback: stuck.map(({ id, problem }) => `${id}: ${problem}`).join('\n'),
      from: 'work',
      done: done.map(({ id }) => id),
    } as const
    const onLine = { ...job, base: queue.line.head }
    agreed = await agreeOnPlan(run, onLine, research, { revision: revision + 1, revise })
  }
}
