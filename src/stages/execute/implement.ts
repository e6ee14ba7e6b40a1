import type { Asked } from '../../contracts/ask.ts'
import type { CapabilityGap } from '../../contracts/capability-gap.ts'
import type { ExecutorReply } from '../../contracts/executor-reply.ts'
import type { ExecutorContract } from '../../contracts/executors.ts'
import type { ImplementRequest } from '../../contracts/implement-request.ts'
import { judgeClaim } from '../../contracts/judge-claim.ts'
import type { AuditFinding } from '../../gates/audit/audit-finding.ts'
import { RunFailure } from '../../kernel/failure.ts'
import { classOfStatus } from '../../policy/failure-class.ts'
import type { FailureReport } from '../../policy/failure-report.ts'
import type { Action } from '../../policy/after-failure.ts'
import { askForAgent } from './ask-for-agent.ts'
import { askedByTool } from './asked-by-tool.ts'
import { askRole } from '../ask-role.ts'
import type { Attempt, Carried } from './attempt.ts'
import type { Audit } from './audit-step.ts'
import { endSession } from './end-session.ts'
import { fact } from '../facts.ts'
import { isTaskTrouble } from './is-task-trouble.ts'
import { judgeChange } from './judge-change.ts'
import { plainReport, reportOfRefusal, reportOfStatus, reportOfThrown } from './report-failure.ts'
import type { Start } from './start-attempt.ts'

export type Implemented =
  | {
      readonly kind: 'made'
      readonly commit: string
      readonly tree: string
      readonly audit: Audit
      readonly carried: Carried
      /** The agent that did it. */
      readonly by: string
    }
  /** There was nothing to change, and nothing had to be. */
  | {
      readonly kind: 'unchanged'
      readonly commit: string
      readonly carried: Carried
      readonly by: string
    }
  /** What it needs was not allowed, and it cannot do without. */
  | { readonly kind: 'refused'; readonly report: FailureReport }
  /** It takes somebody who can do more. */
  | { readonly kind: 'gap'; readonly gap: CapabilityGap; readonly carried: Carried }
  | {
      readonly kind: 'failed'
      readonly name: string
      readonly report: FailureReport
      readonly advice: Advice | null
      /** What follows, where that has been judged already. */
      readonly action: Action | null
      readonly carried: Carried
      /** The newest commit of the attempt. */
      readonly commit: string
    }

/** Lets a role work, turn by turn in one session, until its change can be taken or the attempt failed. */
export async function implement(
  attempt: Attempt,
  start: Start,
  before: Carried,
  contract: ExecutorContract,
): Promise<Implemented> {
  let carried: Carried = { ...before, kept: null }
  let commit = start.parent
  let session: string | null = null
  let sessionOf: string | null = null
  let news: string | null = null
  const failed = (
    name: string,
    report: FailureReport,
    advice: Advice | null,
    action: Action | null = null,
  ): Implemented => ({
    kind: 'failed',
    name,
    report,
    advice,
    action,
    carried: { ...carried, work: commit === start.base ? null : { commit, base: start.base } },
    commit,
  })
  for (let turn = 1; ; turn += 1) {
    const at = { contract, news, session, sessionOf, commit }
    const asked: Worked | RunFailure = await takeTurn(attempt, turn, start, before, at)
    if (asked instanceof RunFailure) {
      carried = { ...carried, kept: keptBy(asked) ?? (commit === start.parent ? before.kept : null) }
      return failed('agent', asPersistent(attempt, reportOfThrown(asked.failure)), newSession)
    }
    const { reply, turn: outcome, by } = asked
    commit = outcome.commit
    session = outcome.session
    sessionOf = by
    const { status, summary } = judgeClaim(reply)
    if (status !== 'completed' && reply.capabilityGap) {
      await endSession(attempt, 'end-session', session)
      const work = commit === start.base ? null : { commit, base: start.base }
      return { kind: 'gap', gap: reply.capabilityGap, carried: { ...carried, work } }
    }
    switch (status) {
      case 'needs_input':
      case 'needs_approval': {
        const asks = askedByTool({ summary, clarification: reply.clarification }, outcome.calls)
        const answer = await askForAgent(attempt, turn, { status, ...asks })
        if (answer.isRefused && attempt.job.policy.process.work.refused === 'block') {
          await endSession(attempt, 'end-session', session)
          return { kind: 'refused', report: reportOfRefusal(summary) }
        }
        news = answer.news
        carried = { ...carried, answers: [...carried.answers, answer.news] }
        continue
      }
      case 'needs_replan':
      case 'needs_revision':
      case 'failed': {
        await endSession(attempt, 'end-session', session)
        const of = (status === 'failed' ? reply.failure : null) ?? classOfStatus(status)
        const { retriesAttempted: retries = 0 } = reply
        return failed('work', { ...reportOfStatus(of, status, summary), retries }, null)
      }
      case 'completed':
        break
    }
    await sayFlaky(attempt, turn, reply)
    const unheard = (await attempt.job.crew?.hear(attempt, turn, reply)) ?? null
    if (unheard !== null) {
      await endSession(attempt, 'end-session', session)
      return failed('reply', unheard, null)
    }
    if (contract.mayLeaveAll && commit === start.base) {
      await endSession(attempt, 'end-session', session)
      return { kind: 'unchanged', commit, carried, by }
    }
    const isIdle =
      commit === start.base || (commit === start.parent && start.isUnchanged && !contract.mayLeaveAll)
    if (outcome.tree === null || isIdle) {
      await endSession(attempt, 'end-session', session)
      return failed('work', changedNothing(summary), doTheWork)
    }
    const judged = await judgeChange(attempt, turn, start, { commit, session, carried })
    carried = judged.carried
    if (judged.kind === 'fine') {
      return { kind: 'made', commit, tree: outcome.tree, audit: judged.audit, carried, by }
    }
    if (judged.kind === 'failed') {
      return failed('change', judged.report, undoFindings(judged.findings), judged.action)
    }
    news = judged.news
  }
}

/** Where the policy wants no more attempts with an agent that failed in every try, a person is asked. */
function asPersistent({ job }: Attempt, report: FailureReport): FailureReport {
  const isPassing = report.class === 'transient' || report.class === 'timeout' || report.class === 'hung'
  return isPassing && job.policy.process.work.persistent === 'ask' ? { ...report, class: 'escalate' } : report
}

type Worked = Asked<ExecutorReply> & { readonly by: string }

type Advice = { readonly fix: string; readonly changes: string }

const newSession: Advice = {
  fix: 'Do the task from the files as they are now, in small steps, and end with the reply that was asked for.',
  changes: 'It is a new session; nothing of the old one is known to it.',
}

const doTheWork: Advice = {
  fix: 'Write what the task asks for. If nothing has to be written, say needs_replan and why.',
  changes: 'Files change this time, or the reply says why none can.',
}

function undoFindings(findings: readonly AuditFinding[]): Advice {
  return {
    fix: findings.map(({ message }) => message).join(' '),
    changes: 'The change keeps to the paths of the task and weakens nothing that judges it.',
  }
}

function keptBy({ failure }: RunFailure): string | null {
  return failure.code === 'agent-failed' ? (failure.kept ?? null) : null
}

function changedNothing(summary: string): FailureReport {
  return plainReport('fixable', 'no-change', `The agent changed nothing: ${summary}`, 'no change')
}

/** What passes only sometimes does not stop the work; a person should know of it. */
async function sayFlaky(
  { run, task }: Attempt,
  turn: number,
  { flaky = [], failure, summary }: ExecutorReply,
): Promise<void> {
  const tests = flaky.length === 0 && failure === 'flaky' ? [summary] : flaky
  if (tests.length === 0) return
  const text = `${task.id}: passes only sometimes: ${tests.join(', ')}.`
  await run.record(`flaky-${turn}`, fact({ kind: 'notice', value: { text } }))
  await run.record(`flagged-${turn}`, fact({ kind: 'flaky', value: { task: task.id, tests } }))
}

async function takeTurn(
  { run, job, task }: Attempt,
  turn: number,
  { workspace, conflict }: Start,
  { packet, kept: keptBefore, answers }: Carried,
  at: {
    readonly contract: ExecutorContract
    readonly news: string | null
    readonly session: string | null
    readonly sessionOf: string | null
    readonly commit: string
  },
): Promise<Worked | RunFailure> {
  const verification = job.proof.commands.map(({ command }) => command)
  const contracts = job.contracts.filter(({ from, to }) => from === task.id || to === task.id)
  const { objective } = job
  const inputFor = (kept: string | null): ImplementRequest => ({
    objective,
    task,
    contracts,
    verification,
    diagnosis: packet,
    kept: kept ?? keptBefore,
    answers,
    conflict,
    news: at.news,
  })
  const message = `${task.title}\n\nTask ${task.id}.`
  const { session, sessionOf, commit: parent } = at
  // What a person is asked about a task has more ways to go on than a call alone.
  const unavailable = 'throw' as const
  const place = { workspace, parent, message, session, sessionOf, isKept: true, unavailable }
  const scope = run.scope(turn === 1 ? 'implement' : `implement-${turn}`)
  try {
    return await askRole(scope, job, at.contract, inputFor, place, task)
  } catch (thrown) {
    if (thrown instanceof RunFailure && isTaskTrouble(thrown.failure)) return thrown
    throw thrown
  }
}
