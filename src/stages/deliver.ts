import { verify } from '../gates/verify.ts'
import { RunFailure } from '../kernel/failure.ts'
import type { Run } from '../kernel/playbook.ts'
import { fact } from './facts.ts'
import type { IntegrationLine } from './integration.ts'
import type { Job } from './job.ts'
import { merge } from './merge.ts'

export type Delivery = { readonly branch: string; readonly commit: string; readonly note: string | null }

/** Brings the proven line to the user as a branch; a target that moved meanwhile is merged and proven first. */
export async function deliver(
  run: Run,
  job: Job,
  line: IntegrationLine,
  target: string | null,
  branch: string,
): Promise<Delivery> {
  const { commit, note } = await meetTarget(run, job, line, target)
  const delivered = await run.step<{ readonly kind: string; readonly reason?: string }>('branch', {
    kind: 'delivery',
    input: { branch, commit },
    execute: async ({ world }) => ({ ...(await world.repository.deliver({ run: run.id, branch, commit })) }),
  })
  if (delivered.kind === 'refused') {
    const message = `The work is proven but could not be delivered as ${branch}: ${delivered.reason ?? ''}`
    throw new RunFailure({ code: 'rejected', message })
  }
  await run.record('delivered', fact({ kind: 'delivered', value: { branch, commit } }))
  return { branch, commit, note }
}

async function meetTarget(
  run: Run,
  job: Job,
  line: IntegrationLine,
  target: string | null,
): Promise<{ readonly commit: string; readonly note: string | null }> {
  const own = { commit: line.head, note: null }
  if (target === null) return own
  const tip = await run.step<string | null>('target', {
    kind: 'repository',
    input: target,
    execute: ({ world }) => world.repository.resolve(`refs/heads/${target}`),
  })
  if (tip === null || tip === job.base) return own
  const message = `Bring the work up to ${target}`
  const merged = await merge(run, 'meet-target', { ours: tip, theirs: line.head, message })
  if (merged.kind !== 'merged') {
    return {
      ...own,
      note: `${target} has moved and conflicts in ${merged.paths.join(', ')}; the branch stands on the old base.`,
    }
  }
  const verdict = await verify(run, 'verify-on-target', merged.commit, merged.tree, job.proof)
  return verdict.status === 'passed'
    ? { commit: merged.commit, note: `${target} had moved; the work was merged with it and proven again.` }
    : {
        ...own,
        note: `${target} has moved and together with it ${verdict.message} The branch stands on the old base.`,
      }
}
