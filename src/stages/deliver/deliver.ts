import { verify } from '../../gates/verify.ts'
import { RunFailure } from '../../kernel/failure.ts'
import type { Run } from '../../kernel/playbook.ts'
import { deliverPatch, deliverPullRequest } from './deliver-files.ts'
import type { MergeOutcome } from './deliver-merge.ts'
import { mergeIntoBranch } from './deliver-merge.ts'
import type { DeliveryStory } from './deliver-pull-request.ts'
import { pullRequestOf } from './deliver-pull-request.ts'
import type { DeliveredFile } from '../facts.ts'
import { fact } from '../facts.ts'
import type { IntegrationLine } from '../integrate/integration.ts'
import type { Job } from '../job.ts'
import { merge } from '../integrate/merge.ts'

export type Delivery = {
  /** `null` where the policy wants no branch. */
  readonly branch: string | null
  readonly commit: string
  readonly note: string | null
  /** Where the policy wants files too. */
  readonly files?: readonly DeliveredFile[]
  /** Where the policy wants the user's own branch moved. */
  readonly merge?: MergeOutcome
}

/**
 * Brings the proven line to the user as the policy says; a target that moved meanwhile is merged and proven first.
 * `story` is what a pull request tells.
 */
export async function deliver(
  run: Run,
  job: Job,
  line: IntegrationLine,
  target: string | null,
  branch: string,
  story: DeliveryStory | null = null,
): Promise<Delivery> {
  const { as, merge: isMerged } = job.policy.process.deliver
  const met = await meetTarget(run, job, line, target)
  const { commit, note } = met
  const wantsRequest = as.includes('pull-request') && story !== null
  const made = as.includes('branch') || as.includes('pull-request') ? branch : null
  if (made !== null) await makeBranch(run, made, commit)
  const files = [
    ...(as.includes('patch') ? [await deliverPatch(run, met.onto, commit)] : []),
    ...(wantsRequest
      ? [await deliverPullRequest(run, pullRequestOf(job.objective, { ...story, ...met.proven }))]
      : []),
  ]
  const more = files.length === 0 ? {} : { files }
  await run.record('delivered', fact({ kind: 'delivered', value: { branch: made, commit, ...more } }))
  const delivery = { branch: made, commit, note, ...more }
  if (!isMerged || target === null) return delivery
  return { ...delivery, merge: await bringToTarget(run, job, target, met) }
}

async function makeBranch(run: Run, branch: string, commit: string): Promise<void> {
  const delivered = await run.step<{ readonly kind: string; readonly reason?: string }>('branch', {
    kind: 'delivery',
    input: { branch, commit },
    execute: async ({ world }) => ({ ...(await world.repository.deliver({ run: run.id, branch, commit })) }),
  })
  if (delivered.kind !== 'refused') return
  const message = `The work is proven but could not be delivered as ${branch}: ${delivered.reason ?? ''}`
  throw new RunFailure({ code: 'rejected', message })
}

/** What is delivered and the commit of the target that it stands on. */
type Met = {
  readonly commit: string
  readonly onto: string
  /** Where the target stands now; `null` when there is none. */
  readonly tip: string | null
  readonly note: string | null
  /** The verdict on what is delivered, where that is not the line itself. */
  readonly proven?: Pick<DeliveryStory, 'verdict'>
}

async function bringToTarget(run: Run, job: Job, target: string, met: Met): Promise<MergeOutcome> {
  if (met.tip !== met.onto) {
    const why = met.note ?? `There is no branch ${target} any more.`
    return { branch: target, moved: false, why }
  }
  const move = { branch: target, from: met.onto, to: met.commit }
  return mergeIntoBranch(run, job.policy.process.approvals.merge, move)
}

async function meetTarget(run: Run, job: Job, line: IntegrationLine, target: string | null): Promise<Met> {
  const own = { commit: line.head, onto: job.base, tip: null, note: null }
  if (target === null) return own
  const tip = await run.step<string | null>('target', {
    kind: 'repository',
    input: target,
    execute: ({ world }) => world.repository.resolve(`refs/heads/${target}`),
  })
  if (tip === null || tip === job.base) return { ...own, tip }
  const message = `Bring the work up to ${target}`
  const merged = await merge(run, 'meet-target', { ours: tip, theirs: line.head, message })
  if (merged.kind !== 'merged') {
    return {
      ...own,
      tip,
      note: `${target} has moved and conflicts in ${merged.paths.join(', ')}; the branch stands on the old base.`,
    }
  }
  const verdict = await verify(run, 'verify-on-target', merged.commit, merged.tree, job.proof)
  return verdict.status === 'passed'
    ? {
        commit: merged.commit,
        onto: tip,
        tip,
        note: `${target} had moved; the work was merged with it and proven again.`,
        proven: { verdict },
      }
    : {
        ...own,
        tip,
        note: `${target} has moved and together with it ${verdict.message} The branch stands on the old base.`,
      }
}
