import { verify } from '../gates/verify.ts'
import type { Run } from '../kernel/playbook.ts'
import type { RepositoryFacts } from '../stages/intake/intake.ts'
import { conventionalMessage } from '../stages/integrate/conventional-message.ts'
import type { IntegrationLine, Prove } from '../stages/integrate/integration.ts'
import type { MergeQueue } from '../stages/integrate/merge-queue.ts'
import { createMergeQueue } from '../stages/integrate/merge-queue.ts'
import type { Job } from '../stages/job.ts'

/** The line of proven commits that the run's work goes to, and the queue in front of it. */
export interface OpenLine {
  readonly line: IntegrationLine
  readonly queue: MergeQueue
}

export function openLine(
  run: Run,
  job: Job,
  { base, baseTree }: Pick<RepositoryFacts, 'base' | 'baseTree'>,
  isConventional: boolean,
): OpenLine {
  const line = { head: base, tree: baseTree }
  const { commitKinds } = job.policy.process.deliver
  const queue = createMergeQueue(
    run.scope('execute/integrate'),
    {
      batch: job.policy.batch,
      prove: prover(job),
      ...(isConventional ? { messageOf: (tasks) => conventionalMessage(tasks, commitKinds) } : {}),
    },
    line,
  )
  return { line, queue }
}

function prover(job: Job): Prove {
  return (scope, name, commit, tree, onto) => {
    const against = onto === undefined ? null : { commit: onto.head, tree: onto.tree }
    return verify(scope, name, commit, tree, job.proof, 'integration', against)
  }
}
