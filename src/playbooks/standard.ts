import { RunFailure } from '../kernel/failure.ts'
import type { Playbook, Run } from '../kernel/playbook.ts'
import { verify } from '../gates/verify.ts'
import { agreeOnPlan } from '../stages/agree-on-plan.ts'
import { carryOutPlan } from '../stages/carry-out-plan.ts'
import { checkBase } from '../stages/check-base.ts'
import type { Delivery } from '../stages/deliver.ts'
import { deliver } from '../stages/deliver.ts'
import type { StageName } from '../stages/facts.ts'
import { fact } from '../stages/facts.ts'
import type { RepositoryFacts } from '../stages/intake.ts'
import { intake } from '../stages/intake.ts'
import type { Prove } from '../stages/integration.ts'
import { createMergeQueue } from '../stages/merge-queue.ts'
import { research } from '../stages/research.ts'
import type { TaskResult } from '../stages/see-through.ts'
import type { StandardInput } from './standard-input.ts'
import { parseStandardInput } from './standard-input.ts'
import { jobFor } from './standard-job.ts'

export type StandardResult = {
  readonly delivery: Delivery
  readonly tasks: readonly TaskResult[]
  readonly proof: string
}

/** From an objective to a proven branch: look, research, plan, approve, build in parallel, prove, deliver. */
export const standardPlaybook: Playbook<StandardInput, StandardResult> = {
  name: 'standard',
  version: 2,
  oldest: 2,
  parseInput: parseStandardInput,
  play,
}

async function play(run: Run, input: StandardInput): Promise<StandardResult> {
  try {
    return await perform(run, input)
  } finally {
    await removeWorkspaces(run.shielded())
  }
}

async function perform(run: Run, input: StandardInput): Promise<StandardResult> {
  await enter(run, 'intake')
  const facts = await intake(run.scope('intake'))
  const job = jobFor(input, facts)
  if (facts.dirty.length > 0) await sayDirty(run, facts)
  await checkBase(run.scope('intake'), job)

  await enter(run, 'research')
  const findings = await research(run.scope('research'), job, null, facts.files)

  const agreed = await agreeOnPlan(run, job, findings, { revision: 1, revise: null })
  const line = { head: facts.base, tree: facts.baseTree }
  const prove: Prove = (scope, name, commit, tree, onto) => {
    const against = onto === undefined ? null : { commit: onto.head, tree: onto.tree }
    return verify(scope, name, commit, tree, job.proof, 'integration', against)
  }
  const queue = createMergeQueue(run.scope('execute/integrate'), { batch: job.policy.batch, prove }, line)
  const tasks = await carryOutPlan(run, job, queue, findings, agreed)
  if (line.head === facts.base) {
    throw new RunFailure({
      code: 'not-proven',
      message: 'No task was proven, so there is nothing to deliver.',
    })
  }

  await enter(run, 'deliver')
  const final = await verify(run.scope('deliver'), 'verify', line.head, line.tree, job.proof)
  if (final.status !== 'passed') throw new RunFailure({ code: 'not-proven', message: final.message })
  const delivery = await deliver(run.scope('deliver'), job, line, facts.branch, input.branch)
  return { delivery, tasks, proof: final.message }
}

/** Clean-up is recorded like everything else, and happens after a cancellation too. */
async function removeWorkspaces(run: Run): Promise<void> {
  await run.step('clean-up', {
    kind: 'workspace-removal',
    input: null,
    execute: async ({ world }) => {
      await world.workspaces.removeAll(run.id)
      return null
    },
  })
}

async function sayDirty(run: Run, { dirty }: RepositoryFacts): Promise<void> {
  const text = `The checkout has changes that are not committed (${dirty.slice(0, 5).join(', ')}${dirty.length > 5 ? ', …' : ''}); the run works from the last commit and does not see them.`
  await run.record('intake/dirty', fact({ kind: 'notice', value: { text } }))
}

async function enter(run: Run, stage: StageName): Promise<void> {
  await run.record(`stage-${stage}`, fact({ kind: 'stage', value: { stage } }))
}
