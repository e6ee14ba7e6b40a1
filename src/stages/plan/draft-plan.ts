import type { PlanReply, PlanRevise } from '../../contracts/planner.ts'
import { plannerFor } from '../../contracts/planner.ts'
import type { ResearchReply } from '../../contracts/researcher.ts'
import { splitterFor } from '../../contracts/splitter.ts'
import { RunFailure } from '../../kernel/failure.ts'
import { parallel } from '../../kernel/parallel.ts'
import type { Run } from '../../kernel/playbook.ts'
import { choosePlan } from '../../plan/choose-plan.ts'
import { planMetrics } from '../../plan/plan-metrics.ts'
import { askRole } from '../ask-role.ts'
import type { Brief } from '../intake/brief.ts'
import { fact } from '../facts.ts'
import type { Job } from '../job.ts'
import { onePieceWork } from './one-piece-work.ts'
import { closeWorkspace, openWorkspace } from '../open-workspace.ts'
import { executorsOf, planBackgroundOf } from './plan-background-of.ts'

export interface Drafting {
  readonly revision: number
  readonly research: readonly ResearchReply[]
  readonly revise: PlanRevise | null
}

/** Plans to choose from, each with a mind of its own. */
const VARIANTS = [
  { id: 'a', weigh: 'The least risk: small steps that can be undone, the dangerous ones first and alone.' },
  { id: 'b', weigh: 'The most that can go side by side: as few dependencies as the job allows.' },
  { id: 'c', weigh: 'The smallest change that does the job: no task that it can do without.' },
] as const

type Draft =
  | { readonly kind: 'fits'; readonly reply: PlanReply }
  | { readonly kind: 'unfit'; readonly thrown: RunFailure; readonly draft: string }

/**
 * A draft of the plan: as many as the policy has for the tier, of which the best is taken; by the program itself
 * where it has none. Where no planner gives one that can be played, a splitter makes one, if the policy has it.
 */
export async function draftPlan(run: Run, job: Job, brief: Brief, drafting: Drafting): Promise<PlanReply> {
  const { variants, splitter } = job.policy.process.planning
  const count = variants[job.tier]
  if (count === 0 && drafting.revise === null) return onePieceWork(brief, criteriaOf(job))
  const several = drafting.revise === null && count > 1
  const drafts = several
    ? await parallel(VARIANTS.slice(0, count), job.policy.parallel, ({ id, weigh }) =>
        ask(run.scope(id), job, brief, drafting, `-${id}`, weigh),
      )
    : [await ask(run, job, brief, drafting, '', null)]
  const fitting = drafts.flatMap((draft) => (draft.kind === 'fits' ? [draft.reply] : []))
  const [first, ...others] = fitting
  if (first !== undefined) return several ? choose(run, drafting.revision, [first, ...others], drafts) : first
  const unfit = drafts.find((draft) => draft.kind === 'unfit')
  if (unfit === undefined || !splitter) throw unfit?.thrown ?? new Error('Nobody was asked for a plan.')
  return splitDraft(run.scope('split'), job, brief, drafting, {
    problems: unfit.thrown.message,
    draft: unfit.draft,
  })
}

async function ask(
  run: Run,
  job: Job,
  brief: Brief,
  { revision, research, revise }: Drafting,
  suffix: string,
  weigh: string | null,
): Promise<Draft> {
  const workspace = await openWorkspace(run, `plan-${revision}${suffix}`, job.base)
  const background = planBackgroundOf(job, brief, weigh)
  const request = { objective: job.objective, research, verification: commandsOf(job), revise, background }
  const place = { workspace, parent: job.base, message: '' }
  try {
    const { reply } = await askRole(
      run,
      job,
      plannerFor(demandsOf(job, revise !== null)),
      () => request,
      place,
    )
    return { kind: 'fits', reply }
  } catch (thrown) {
    if (!(thrown instanceof RunFailure) || thrown.failure.code !== 'reply-invalid') throw thrown
    await run.record('unfit', fact({ kind: 'notice', value: { text: thrown.message } }))
    return { kind: 'unfit', thrown, draft: thrown.failure.reply }
  } finally {
    await closeWorkspace(run, workspace)
  }
}

/** The choice is the program's own, by figures alone, and is said. */
async function choose(
  run: Run,
  revision: number,
  replies: readonly [PlanReply, ...PlanReply[]],
  drafts: readonly Draft[],
): Promise<PlanReply> {
  const [first, ...others] = replies.map((reply) => ({ ...reply, lineage: [] }))
  if (first === undefined) return replies[0]
  const { lineage: _, ...chosen } = choosePlan([first, ...others])
  const place = drafts.findIndex(
    (draft) => draft.kind === 'fits' && JSON.stringify(draft.reply) === JSON.stringify(chosen),
  )
  const { firstWave, dependencies, risk } = planMetrics({ ...chosen, lineage: [] }, 1)
  const text = `Of ${replies.length} plans ${VARIANTS[place]?.id ?? 'a'} is taken: ${firstWave} of its tasks can start at once, it has ${dependencies} dependencies, and its risk is ${risk}.`
  await run.record('chosen', fact({ kind: 'notice', value: { text } }))
  for (const [index, draft] of drafts.entries()) {
    const variant = VARIANTS[index]?.id ?? 'a'
    if (draft.kind === 'unfit') continue
    const value = { revision, variant, plan: draft.reply, isTaken: index === place }
    await run.record(`draft-${variant}`, fact({ kind: 'draft', value }))
  }
  return chosen
}

/** Has a splitter make a plan out of what is none, or of one that cannot be played. */
export async function splitDraft(
  run: Run,
  job: Job,
  brief: Brief,
  { revision }: Pick<Drafting, 'revision'>,
  { problems, draft }: { readonly problems: string; readonly draft: string },
): Promise<PlanReply> {
  const workspace = await openWorkspace(run, `split-${revision}`, job.base)
  const request = {
    objective: job.objective,
    verification: commandsOf(job),
    background: planBackgroundOf(job, brief, null),
    draft,
    problems,
  }
  const place = { workspace, parent: job.base, message: '' }
  const { reply } = await askRole(run, job, splitterFor(demandsOf(job, true)), () => request, place)
  await closeWorkspace(run, workspace)
  return reply
}

/** How many tasks a plan has at least is asked of a first one: what is revised may have few left. */
function demandsOf(job: Job, isRevised: boolean) {
  const { leastTasks, mostTasks, inWords, named } = job.policy.process.planning
  return {
    executors: executorsOf(job),
    criteria: job.criteria.length === 0 ? null : criteriaOf(job),
    leastTasks: isRevised ? 1 : leastTasks[job.tier],
    mostTasks,
    inWords,
    named,
  }
}

function criteriaOf({ criteria }: Job): readonly string[] {
  return criteria.map(({ id }) => id)
}

function commandsOf({ proof }: Job): readonly string[] {
  return proof.commands.map(({ command }) => command)
}
