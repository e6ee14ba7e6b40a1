import type { Asked } from '../contracts/ask.ts'
import type { ImplementReply, ImplementRequest } from '../contracts/implementer.ts'
import { implementer } from '../contracts/implementer.ts'
import type { AuditFinding } from '../gates/audit/audit-finding.ts'
import { RunFailure } from '../kernel/failure.ts'
import { classOfStatus } from '../policy/failure-class.ts'
import type { FailureReport } from '../policy/failure-report.ts'
import type { Action } from '../policy/after-failure.ts'
import { askRole } from './ask-role.ts'
import type { Attempt, Carried } from './attempt.ts'
import type { Audit } from './audit-step.ts'
import { endedBy } from './ended-by.ts'
import { endSession } from './end-session.ts'
import { isTaskTrouble } from './is-task-trouble.ts'
import { judgeChange } from './judge-change.ts'
import { plainReport, reportOfStatus, reportOfThrown } from './report-failure.ts'
import type { Start } from './start-attempt.ts'

export type Implemented =
  | {
      readonly kind: 'made'
      readonly commit: string
      readonly tree: string
      readonly audit: Audit
      readonly carried: Carried
    }
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

/** Lets the implementer work, turn by turn in one session, until its change can be taken or the attempt failed. */
export async function implement(attempt: Attempt, start: Start, before: Carried): Promise<Implemented> {
  let carried: Carried = { ...before, kept: null }
  let commit = start.parent
  let session: string | null = null
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
    const asked: Asked<ImplementReply> | RunFailure = await takeTurn(attempt, turn, start, before, {
      news,
      session,
      commit,
    })
    if (asked instanceof RunFailure) {
      carried = { ...carried, kept: keptBy(asked) ?? (commit === start.parent ? before.kept : null) }
      return failed('agent', reportOfThrown(asked.failure), newSession)
    }
    const { reply, turn: outcome } = asked
    commit = outcome.commit
    session = outcome.session
    const { status, summary } = reply
    switch (status) {
      case 'needs_input':
      case 'needs_approval':
        news = await askForAgent(attempt, turn, status, summary)
        continue
      case 'needs_replan':
      case 'needs_revision':
      case 'failed':
        await endSession(attempt, 'end-session', session)
        return failed('work', reportOfStatus(classOfStatus(status), status, summary), null)
      case 'completed':
        break
    }
    const isIdle = commit === start.base || (commit === start.parent && start.isUnchanged)
    if (outcome.tree === null || isIdle) {
      await endSession(attempt, 'end-session', session)
      return failed('work', changedNothing(summary), doTheWork)
    }
    const judged = await judgeChange(attempt, turn, start, { commit, session, carried })
    carried = judged.carried
    if (judged.kind === 'fine') {
      return { kind: 'made', commit, tree: outcome.tree, audit: judged.audit, carried }
    }
    if (judged.kind === 'failed') {
      return failed('change', judged.report, undoFindings(judged.findings), judged.action)
    }
    news = judged.news
  }
}

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

async function takeTurn(
  { run, job, task }: Attempt,
  turn: number,
  { workspace, conflict }: Start,
  { packet, kept: keptBefore }: Carried,
  at: { readonly news: string | null; readonly session: string | null; readonly commit: string },
): Promise<Asked<ImplementReply> | RunFailure> {
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
    conflict,
    news: at.news,
  })
  const message = `${task.title}\n\nTask ${task.id}.`
  const place = { workspace, parent: at.commit, message, session: at.session, isKept: true }
  const scope = run.scope(turn === 1 ? 'implement' : `implement-${turn}`)
  try {
    return await askRole(scope, job, implementer, inputFor, place, task.id)
  } catch (thrown) {
    if (thrown instanceof RunFailure && isTaskTrouble(thrown.failure)) return thrown
    throw thrown
  }
}

/** The answer opens the next turn of the same session. */
async function askForAgent(
  { run, task }: Attempt,
  turn: number,
  status: 'needs_input' | 'needs_approval',
  summary: string,
): Promise<string> {
  const asks = status === 'needs_input' ? 'asks' : 'asks leave'
  const answer = await run.question(`${status === 'needs_input' ? 'input' : 'approval'}-${turn}`, {
    kind: 'choice',
    text: `${task.id} (${task.title}) ${asks}: ${summary}`,
    options: [
      ...(status === 'needs_input'
        ? [{ id: 'decide', label: 'Let the agent decide by itself' }]
        : [
            { id: 'allow', label: 'Allow it' },
            { id: 'refuse', label: 'Do not allow it' },
          ]),
      { id: 'stop', label: 'End the run' },
    ],
    free: true,
  })
  if (answer.option === 'stop') throw endedBy(answer.by, task.id)
  return `You had asked: ${summary}\nThe answer: ${answer.text ?? answers[answer.option ?? ''] ?? answer.option ?? ''}`
}

const answers: Readonly<Record<string, string>> = {
  decide: 'Decide it yourself, and say in your summary what you took.',
  allow: 'It is allowed.',
  refuse: 'It is not allowed. Do the task without it.',
}
