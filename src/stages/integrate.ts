import type { Verdict } from '../gates/verdict.ts'
import { verify } from '../gates/verify.ts'
import type { Run } from '../kernel/playbook.ts'
import type { MergeResult } from '../kernel/ports/repository.ts'
import type { Task } from '../plan/plan.ts'
import type { Job } from './job.ts'

/** The proven line of commits that the run's tasks are merged onto, one at a time. */
export interface IntegrationLine {
  head: string
  tree: string
}

export type Integration =
  | { readonly kind: 'integrated'; readonly commit: string }
  | { readonly kind: 'conflict'; readonly paths: readonly string[] }
  | { readonly kind: 'not-proven'; readonly verdict: Verdict }

/** Merges a proven task onto the line and proves the result; the line only ever moves to a proven commit. */
export function integrate(
  run: Run,
  job: Job,
  line: IntegrationLine,
  task: Task,
  theirs: string,
): Promise<Integration> {
  return run.lane('integrate', 'integrate', async () => {
    const merged = await merge(run, 'merge', line.head, theirs, `${task.title}\n\nTask ${task.id}.`)
    if (merged.kind === 'conflict') return { kind: 'conflict', paths: merged.paths }
    const verdict = await verify(run, 'verify-merged', merged.commit, merged.tree, job.proof)
    if (verdict.status !== 'passed') return { kind: 'not-proven', verdict }
    line.head = merged.commit
    line.tree = merged.tree
    return { kind: 'integrated', commit: merged.commit }
  })
}

/** A merge without a checkout, as a recorded step that repeats to the same commit. */
export function merge(
  run: Run,
  name: string,
  ours: string,
  theirs: string,
  message: string,
): Promise<MergeResult> {
  return run.step<MergeResult>(name, {
    kind: 'merge',
    input: { ours, theirs, message },
    execute: async ({ world, step, startedAt }) => ({
      ...(await world.repository.merge({ run: run.id, step, ours, theirs, message, at: startedAt })),
    }),
  })
}
