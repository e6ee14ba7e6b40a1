import type { Attempt, AttemptEnd, Carried } from './attempt.ts'
import { say } from './attempt.ts'
import { closeGap } from './close-gap.ts'
import { doWork } from './do-work.ts'
import { endOnOrder } from './end-on-order.ts'
import { failAttempt } from './fail-attempt.ts'
import type { FailureReport } from '../../policy/failure-report.ts'
import { judgeFailure } from './judge-failure.ts'
import { closeWorkspace } from '../open-workspace.ts'
import { proveWork } from './prove-work.ts'
import { plainReport, reportOfVerdict } from './report-failure.ts'
import { reviewTask } from '../review/review-task.ts'
import type { Start } from './start-attempt.ts'
import { startAttempt } from './start-attempt.ts'

/** One attempt at a task: work, audit, proof, review, integration. Whatever fails goes through one place. */
export async function attemptTask(attempt: Attempt, before: Carried): Promise<AttemptEnd> {
  await say(attempt, 'working')
  const start = await startAttempt(attempt, before)
  if (start.problem !== null) return failToStart(attempt, start, start.problem, before)
  const made = await doWork(attempt, start, before)
  if (made.kind === 'failed') {
    const { workspace } = start
    return failAttempt(attempt, { ...made, workspace })
  }
  if (made.kind === 'refused') return giveUpRefused(attempt, start, made.report)
  if (made.kind === 'gap') return closeGap(attempt, made.gap, made.carried)
  const worked = { ...attempt, by: made.by }
  if (made.kind === 'unchanged') return leaveAll(worked, start)
  await say(worked, 'proving')
  const proven = await proveWork(attempt, start, made)
  if (proven.kind === 'failed') return failAttempt(attempt, proven)
  const carried = { ...proven.carried, work: { commit: made.commit, base: start.base } }
  const refused = await reviewTask(attempt, start, made.commit)
  if (refused !== null) {
    const { workspace } = start
    const failed = { name: 'review', workspace, commit: made.commit, carried, action: null }
    return failAttempt(attempt, { ...failed, ...refused })
  }
  const leftOut = await endOnOrder(attempt, 'before-merge')
  if (leftOut !== null) return leftOut
  await say(worked, 'integrating')
  return integrate(worked, start, made.commit, carried)
}

/** What changed nothing needs no merge: the line that it was seen on is proven already. */
async function leaveAll(attempt: Attempt, { workspace, base }: Start): Promise<AttemptEnd> {
  await closeWorkspace(attempt.run, workspace)
  await say(attempt, 'done', 'Nothing had to be changed.')
  return { kind: 'done', commit: base }
}

/** A person has said no already: nobody is asked again. */
async function giveUpRefused(
  attempt: Attempt,
  { workspace }: Start,
  report: FailureReport,
): Promise<AttemptEnd> {
  await judgeFailure(attempt, 'refused', report)
  await closeWorkspace(attempt.run, workspace)
  return { kind: 'given-up', problem: report.problem }
}

function failToStart(
  attempt: Attempt,
  { workspace, parent }: Start,
  problem: string,
  carried: Carried,
): Promise<AttemptEnd> {
  const report = plainReport('transient', 'prepare', `The workspace could not be prepared: ${problem}`)
  const failed = { name: 'prepare', report, workspace, commit: parent, carried }
  return failAttempt(attempt, { ...failed, advice: null, action: null })
}

async function integrate(
  attempt: Attempt,
  start: Start,
  commit: string,
  carried: Carried,
): Promise<AttemptEnd> {
  const { run, desk } = attempt
  const integration = await desk.submit(run, commit)
  const failed = { name: 'integration', workspace: start.workspace, commit, carried, action: null }
  switch (integration.kind) {
    case 'integrated':
      await closeWorkspace(run, start.workspace)
      await say(attempt, 'done')
      return { kind: 'done', commit: integration.commit }
    case 'conflict': {
      const { paths, with: others } = integration
      const problem = `Its work conflicts with what ${others.length === 0 ? 'others' : others.join(', ')} did in ${paths.join(', ')}.`
      const report = plainReport('fixable', 'merge', problem, `conflict in ${paths.toSorted().join(' ')}`)
      return failAttempt(attempt, {
        ...failed,
        report,
        advice: mergeByHand,
        carried: { ...carried, conflictsWith: others },
      })
    }
    case 'not-proven': {
      const { verdict, with: others } = integration
      const alone =
        others.length === 0 ? '' : ` It passes alone, and fails together with ${others.join(', ')}.`
      const report = reportOfVerdict(
        attempt.job.proof,
        verdict,
        'attempt',
        `Merged: ${verdict.message}${alone}`,
      )
      return failAttempt(attempt, { ...failed, report, advice: null, commit: verdict.commit })
    }
    case 'lost': {
      const report = plainReport('fixable', 'lost-hunk', integration.problem)
      return failAttempt(attempt, { ...failed, report, advice: mergeByHand })
    }
  }
}

const mergeByHand = {
  fix: 'Make your change again on top of what the others did, and keep both sides.',
  changes: 'The checkout has their work now.',
}
