import type { PlanRevise } from '../../contracts/planner.ts'
import { judgePlan } from '../../contracts/planner.ts'
import type { ResearchReply } from '../../contracts/researcher.ts'
import { RunFailure } from '../../kernel/failure.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { Plan } from '../../plan/plan.ts'
import { deeper } from '../../policy/tier.ts'
import type { AgreedPlan, FirstRevision, PlanSurroundings } from './agreed-plan.ts'
import { allowGrave } from '../approve/allow-grave.ts'
import type { PlanFile, WholeApproval } from '../approve/approve.ts'
import { approveWhole } from '../approve/approve.ts'
import { challengeNeed } from '../challenge/challenge-need.ts'
import type { Critique } from '../challenge/critique.ts'
import { feedbackOf } from '../challenge/critique.ts'
import type { StageName } from '../facts.ts'
import { fact } from '../facts.ts'
import type { Job } from '../job.ts'
import { makePlan, recordPlan } from './make-plan.ts'
import { executorsOf } from './plan-background-of.ts'
import { editedPlan, offerPlanFile, standardPlanFormat } from './plan-file.ts'
import type { PlanRound } from '../challenge/plan-rounds.ts'
import { playRound } from '../challenge/plan-rounds.ts'
import { tierOfPlan } from './tier-of-plan.ts'

interface Revision {
  readonly plan: Plan
  readonly revision: number
}

/**
 * Plans, has the plan challenged until nothing blocks or a person must decide, and has it approved. Every plan that
 * counts is a revision with a reason: the planner's, the best of several rounds, or the one a person has written. One
 * that was agreed on before the run is only asked about where it is grave.
 */
export async function settlePlan(
  run: Run,
  job: Job,
  research: readonly ResearchReply[],
  first: FirstRevision,
  more: PlanSurroundings,
): Promise<AgreedPlan> {
  const done = first.revise?.done ?? []
  let { revise } = first
  let given = revise === null ? more.given : null
  let working = job
  let rounds: readonly PlanRound[] = []
  let approved: number | null = null
  let begin = first.revision
  if (given !== null && more.isAgreed === true) {
    const plan = await recordPlan(run.scope(`plan/r${begin}`), begin, playable(given, job), null)
    const allowed = await allowGrave(run.scope(`approve/r${begin}`), job, plan, done)
    if (allowed.kind === 'approved')
      return { plan, revision: begin, tier: deepened(job, plan).tier, open: [] }
    revise = { plan, feedback: allowed.text, from: 'person', done }
    given = null
    begin += 1
  }
  for (let revision = begin; ; revision += 1) {
    await enter(run, 'plan', revision)
    const scope = run.scope(`plan/r${revision}`)
    const plan: Plan =
      given === null
        ? await makePlan(scope, working, revision, research, revise, more.brief)
        : await recordPlan(scope, revision, playable(given, working), revise)
    given = null
    working = deepened(working, plan)
    let shown: Revision = { plan, revision }
    let critique: Critique | null = null
    const isFirst = working.policy.process.challenge.when === 'after-approval' && rounds.length === 0
    if (isFirst) {
      const first = await letPass(run, working, shown, null, more, done, false)
      shown = first.shown
      if (first.feedback !== null) {
        revise = { plan: shown.plan, feedback: first.feedback, from: 'person', done }
        revision = shown.revision
        continue
      }
      approved = shown.revision
      working = deepened(working, shown.plan)
    }
    const need = challengeNeed(shown.plan, working, rounds.at(-1)?.by)
    if (need.who.length > 0) {
      const challenged = shown.revision
      await enter(run, 'challenge', challenged)
      const end = await playRound(run.scope(`challenge/r${challenged}`), working, need, shown, rounds)
      if (end.kind === 'revise') {
        rounds = end.rounds
        const { objections = [] } = rounds.at(-1) ?? {}
        revision = challenged
        revise = { plan: shown.plan, feedback: feedbackOf(objections), from: 'challenge', done }
        continue
      }
      critique = end.critique
      if (end.of.revision !== challenged) {
        const why = `Revision ${end.of.revision} is taken again, because the least stands against it.`
        shown = await nextRevision(run, shown, end.of.plan, why, done)
      }
    }
    const isSettled = critique === null || critique.unsettled === null
    if (approved === shown.revision && isSettled) {
      const { tier } = working
      return { ...shown, tier, open: critique?.open ?? [] }
    }
    const passed = await letPass(run, working, shown, critique, more, done, approved === shown.revision)
    shown = passed.shown
    if (passed.feedback === null) {
      const { tier } = deepened(working, shown.plan)
      return { ...shown, tier, open: critique?.open ?? [] }
    }
    revise = { plan: shown.plan, feedback: passed.feedback, from: 'person', done }
    rounds = []
    revision = shown.revision
  }
}

/** Has a plan approved, and what is grave about it allowed; a person may have put another one in its place. */
async function letPass(
  run: Run,
  job: Job,
  before: Revision,
  critique: Critique | null,
  more: PlanSurroundings,
  done: PlanRevise['done'],
  isAgain: boolean,
): Promise<{ readonly shown: Revision; readonly feedback: string | null }> {
  const again = isAgain ? '-again' : ''
  const stage = fact({ kind: 'stage', value: { stage: 'approve' } })
  await run.record(`stage-approve-${before.revision}${again}`, stage)
  const scope = run.scope(`approve/r${before.revision}${again}`)
  const approval = await approveShown(scope, job, before, critique, more, again)
  if (approval.kind === 'feedback') return { shown: before, feedback: approval.text }
  const shown =
    approval.kind === 'edited'
      ? await nextRevision(run, before, approval.plan, 'A person has edited the file of the plan.', done)
      : before
  // What was allowed of this very plan is allowed.
  if (isAgain && approval.kind === 'approved') return { shown, feedback: null }
  const allowed = await allowGrave(run.scope(`approve/r${shown.revision}`), job, shown.plan, done)
  return { shown, feedback: allowed.kind === 'feedback' ? allowed.text : null }
}

async function approveShown(
  run: Run,
  job: Job,
  shown: Revision,
  critique: Critique | null,
  { files, brief, format = standardPlanFormat }: PlanSurroundings,
  again: string,
): Promise<WholeApproval> {
  if (files === null) return approveWhole(run, job, shown.plan, critique, null)
  const { slug } = brief
  const label = `r${shown.revision}${again}`
  const theirs = await offerPlanFile(run, files, job, slug, shown, format, label)
  if (theirs !== null) return { kind: 'edited', plan: theirs, text: '' }
  const path = format.path(slug)
  const look = (turn: number): string => `plan-${label}-look-${turn}`
  const file: PlanFile = {
    folder: files.folder,
    path,
    edited: (turn) => editedPlan(files, job, slug, look(turn), format),
  }
  const approval = await approveWhole(run, job, shown.plan, critique, file)
  if (approval.kind === 'edited') await files.accept(`plan-${label}-taken`, path, approval.text)
  return approval
}

/** A plan that nobody was asked for takes the place of the one that is there. */
async function nextRevision(
  run: Run,
  before: Revision,
  plan: Plan,
  feedback: string,
  done: PlanRevise['done'],
): Promise<Revision> {
  const revision = before.revision + 1
  const { lineage: _, ...reply } = plan
  const scope = run.scope(`plan/r${revision}`)
  return { revision, plan: await recordPlan(scope, revision, reply, { plan: before.plan, feedback, done }) }
}

/** A plan that was given is taken as it is, if it can be played at all. */
function playable(given: Plan, job: Job): Omit<Plan, 'lineage'> {
  const { lineage: _, ...plan } = given
  const problem = judgePlan(plan, { executors: executorsOf(job) })
  if (problem === null) return plan
  throw new RunFailure({ code: 'bad-input', message: `${problem}\nMend the plan and start again.` })
}

/** A plan may show that the job goes deeper than was thought, never less deep; a tier that somebody chose stays. */
function deepened(job: Job, plan: Plan): Job {
  const { process: whole } = job.policy
  return whole.tier === 'auto' ? { ...job, tier: deeper(job.tier, tierOfPlan(plan, whole)) } : job
}

async function enter(run: Run, stage: StageName, revision: number): Promise<void> {
  await run.record(`stage-${stage}-${revision}`, fact({ kind: 'stage', value: { stage } }))
}
