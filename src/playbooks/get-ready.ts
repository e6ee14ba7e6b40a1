import { RunFailure } from '../kernel/failure.ts'
import type { Run } from '../kernel/playbook.ts'
import type { PlanRevise } from '../contracts/planner.ts'
import type { Prd } from '../plan/prd.ts'
import type { ProcessPolicy } from '../policy/process-policy.ts'
import type { PlanSurroundings } from '../stages/plan/agreed-plan.ts'
import type { Brief } from '../stages/intake/brief.ts'
import { dirtyGate } from '../stages/intake/dirty-gate.ts'
import { discuss, isDiscussed } from '../stages/specify/discuss.ts'
import { gatherSources } from '../stages/intake/gather-sources.ts'
import type { RepositoryFacts } from '../stages/intake/intake.ts'
import type { Job } from '../stages/job.ts'
import type { GivenPlan } from '../stages/intake/phase-of.ts'
import { openFiles } from '../stages/specify/open-files.ts'
import { specify } from '../stages/specify/specify.ts'
import { understand } from '../stages/intake/understand.ts'
import { enter } from './enter.ts'

/** What the run knows before anything is researched or planned. */
export interface Ready {
  readonly job: Job
  /** `null` where nobody looks at the request: the plain process. */
  readonly more: PlanSurroundings | null
  readonly prd: Prd | null
  /** What a person wants changed in the plan that was given. */
  readonly revise: PlanRevise | null
}

/** Files that the run has opened already, because its process writes from the start. */
export interface OpenedFiles extends Pick<PlanSurroundings, 'files' | 'format'> {
  /** Whether files that are opened here are also written into the user's checkout. */
  readonly inPlace: boolean
}

/** Whether a process takes the request as it is and goes straight to the plan. */
export function isStraight({ tier, interpret, discuss: talk, specify: written }: ProcessPolicy): boolean {
  return tier !== 'auto' && !interpret && talk.tiers.length === 0 && written.length === 0
}

/** Finds out what is wanted, talks it over and writes it down, as deep as the job goes. */
export async function getReady(
  run: Run,
  first: Job,
  facts: RepositoryFacts,
  given: GivenPlan | null,
  { files: opened, format, inPlace }: OpenedFiles,
): Promise<Ready> {
  const { process: depth } = first.policy
  if (given === null && opened === null && isStraight(depth))
    return { job: first, more: null, prd: null, revise: null }
  const brief = await understand(run.scope('intake'), first, facts, given)
  await dirtyGate(run.scope('intake'), first, brief, facts)
  const wish = brief.phase === 'nothing-left' ? await askWhatNext(run.scope('intake'), given) : null
  const isFeedback = brief.phase === 'plan-feedback' && given !== null
  const objective = isFeedback ? given.plan.objective : brief.objective
  let job: Job = { ...first, objective, tier: brief.tier }
  if (isDiscussed(job, brief)) {
    await enter(run, 'discuss')
    job = { ...job, clarifications: await discuss(run.scope('discuss'), job, brief) }
  }
  const isWritten = depth.specify.includes(job.tier)
  const files = opened ?? (isWritten ? await openFiles(run.scope('files'), facts.base, { inPlace }) : null)
  if (isWritten && brief.phase === 'new-objective') await enter(run, 'specify')
  const scope = run.scope('specify')
  const specified =
    files === null || !isWritten ? null : await specify(scope, job, brief, job.clarifications, files)
  const prd = specified?.prd ?? null
  const sources = await gatherSources(run.scope('intake'), job, facts, prd)
  job = { ...job, sources, criteria: specified?.criteria ?? [] }
  const said = wish ?? (isFeedback ? first.objective : null)
  const wanted = [given?.revise, said].flatMap((each) => each ?? [])
  const begin = whereToBegin(brief, given, wanted.length === 0 ? null : wanted.join('\n'), files)
  const more = begin.more === null || format === undefined ? begin.more : { ...begin.more, format }
  return { job, prd, more, revise: begin.revise }
}

function whereToBegin(
  brief: Brief,
  given: GivenPlan | null,
  feedback: string | null,
  files: PlanSurroundings['files'],
): Pick<Ready, 'more' | 'revise'> {
  if (given === null || feedback === null) {
    const { plan = null, isAgreed = false } = given ?? {}
    return { more: { brief, files, given: plan, isAgreed }, revise: null }
  }
  const revise = { plan: given.plan, feedback, from: 'person', done: [] } as const
  return { more: { brief, files, given: null }, revise }
}

/** Nothing of the given plan is left to do: only a person can say what is wanted. */
async function askWhatNext(run: Run, given: GivenPlan | null): Promise<string> {
  const isBlocked = given !== null && given.plan.tasks.length > 0
  const answer = await run.question('nothing-left', {
    kind: 'choice',
    text: `Every task of ${given?.path ?? 'the plan'} is completed${isBlocked ? ' or blocked' : ''}. What is to be done?`,
    options: [
      ...(isBlocked ? [{ id: 'replan', label: 'Have what is blocked planned anew' }] : []),
      { id: 'stop', label: 'Nothing: end the run' },
    ],
    free: true,
  })
  if (answer.option === 'stop') {
    throw new RunFailure({
      code: 'rejected',
      message: `Nothing was left to do, and ${answer.by} ended the run.`,
    })
  }
  return answer.text ?? 'What is blocked is to be planned anew, so that it can be done.'
}
