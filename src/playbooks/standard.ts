import { z } from 'zod'
import { RunFailure } from '../kernel/failure.ts'
import type { Json } from '../kernel/json.ts'
import type { Playbook, Run } from '../kernel/playbook.ts'
import { createProof } from '../gates/proof.ts'
import { decidingGates } from '../gates/find-gates.ts'
import { provingCommandOf } from '../gates/proving-command.ts'
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
import type { Job } from '../stages/job.ts'
import type { Prove } from '../stages/integration.ts'
import { createMergeQueue } from '../stages/merge-queue.ts'
import { research } from '../stages/research.ts'
import type { TaskResult } from '../stages/see-through.ts'
import { policyInput } from './policy-input.ts'

const limits = z.object({
  turns: z.number().optional(),
  tokens: z.number().optional(),
  usd: z.number().optional(),
  wallMs: z.number().optional(),
})

const gateInput = z.object({
  name: z.string(),
  command: z.string(),
  timeoutMs: z.number(),
  kind: z.enum(['build', 'test', 'lint', 'typecheck', 'custom']).exactOptional(),
  scope: z.enum(['task', 'integration', 'both']).exactOptional(),
  exclusive: z.boolean().exactOptional(),
  report: z.string().exactOptional(),
})

const teamRole = z.object({
  name: z.string(),
  description: z.string(),
  instructions: z.string(),
  from: z.string(),
  access: z.enum(['read', 'write']),
})

const standardInput = z.object({
  objective: z.string().trim().min(1, 'The objective is empty: say what is to be done.'),
  /** Which agent takes which role. */
  agents: z.record(z.string(), z.string()),
  /** How each agent is started; the host's to read on a resume. */
  programs: z.record(z.string(), z.object({ command: z.array(z.string()), resume: z.boolean() })),
  /** `null`: find out from the repository's own files. */
  verify: z.array(gateInput).nullable(),
  /** `null`: the ecosystem's install; `''`: nothing. */
  prepare: z.string().nullable(),
  copy: z.array(z.string()),
  policy: policyInput,
  taskLimits: limits,
  /** Roles as the repository's own files have them. */
  teamRoles: z.array(teamRole).readonly().default([]),
  /** A plan to begin with, as its file has it. */
  plan: z.object({ path: z.string(), text: z.string() }).nullable().default(null),
  branch: z.string().min(1),
})

export type StandardInput = z.infer<typeof standardInput>

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
  parseInput,
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
  const findings = await research(run.scope('research'), job, facts.files)

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

function jobFor(input: StandardInput, facts: RepositoryFacts): Job {
  const { objective, agents, policy } = input
  const found = decidingGates(facts.gates)
  if (input.verify === null && found.length === 0) {
    const message =
      'Nothing says how work is proven here. Name a command: `--verify "npm test"`, or `verify:` in tutti.yaml.'
    throw new RunFailure({ code: 'bad-input', message })
  }
  const commands = input.verify ?? found.map((gate) => provingCommandOf(gate, policy.gateTimeoutMs))
  const command = input.prepare === '' ? null : (input.prepare ?? facts.install)
  const preparation = { command, copy: input.copy, timeoutMs: policy.gateTimeoutMs }
  const base = { commit: facts.base, tree: facts.baseTree }
  const { gates, flakeRuns } = policy
  const proof = createProof({ commands, preparation, base, gates, flakeRuns })
  const taskLimits = definedLimits(input.taskLimits)
  return {
    objective,
    base: facts.base,
    agents,
    policy,
    proof,
    taskLimits,
    contracts: [],
    tier: policy.process.tier === 'auto' ? 'medium' : policy.process.tier,
    sources: [],
    teamRoles: input.teamRoles,
    clarifications: [],
    criteria: [],
  }
}

function definedLimits({ turns, tokens, usd, wallMs }: StandardInput['taskLimits']): Job['taskLimits'] {
  return {
    ...(turns === undefined ? {} : { turns }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(usd === undefined ? {} : { usd }),
    ...(wallMs === undefined ? {} : { wallMs }),
  }
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

function parseInput(input: Json): StandardInput {
  const parsed = standardInput.safeParse(input)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new RunFailure({ code: 'bad-input', message: problems.join('; ') })
}
