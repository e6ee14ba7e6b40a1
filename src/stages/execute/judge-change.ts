import type { AuditFinding } from '../../gates/audit/audit-finding.ts'
import { proveOldTests } from '../../gates/prove-old-tests.ts'
import type { Action } from '../../policy/after-failure.ts'
import { classOfFindings } from '../../policy/failure-class.ts'
import type { FailureReport } from '../../policy/failure-report.ts'
import type { Doubt } from './ask-to-accept.ts'
import { askToAccept } from './ask-to-accept.ts'
import type { Attempt, Carried } from './attempt.ts'
import type { Audit } from './audit-step.ts'
import { auditStep, pathsOf } from './audit-step.ts'
import { endSession, tellLeft } from './end-session.ts'
import { fact } from '../facts.ts'
import { judgeFailure } from './judge-failure.ts'
import { reportOfFindings } from './report-failure.ts'
import type { Start } from './start-attempt.ts'

export type JudgedChange = { readonly carried: Carried } & (
  | { readonly kind: 'fine'; readonly audit: Audit }
  /** Goes back to the agent, in its session, with these words. */
  | { readonly kind: 'sent-back'; readonly news: string }
  | {
      readonly kind: 'failed'
      readonly report: FailureReport
      readonly action: Action
      readonly findings: readonly AuditFinding[]
    }
)

/** What an agent has changed, before anything is proven: taken, sent back, or put before a person. */
export async function judgeChange(
  attempt: Attempt,
  turn: number,
  start: Start,
  made: { readonly commit: string; readonly session: string; readonly carried: Carried },
): Promise<JudgedChange> {
  const name = `audit-${turn}`
  const audit = await auditStep(attempt, name, start, made)
  const grown = pathsOf(audit.findings, 'extended')
  attempt.desk.grow(grown)
  await tellFindings(attempt, name, audit.findings)
  await tellLeft(attempt, name, audit.left)
  const carried = { ...made.carried, grown: [...made.carried.grown, ...grown] }
  const open = audit.findings.filter((finding) => !carried.accepted.includes(doubtOf(finding).key))
  if (classOfFindings(open) === 'fixable') {
    const refused = open.filter(({ weight }) => weight === 'refused')
    return refuse(attempt, name, refused, { ...made, carried, audit })
  }
  if (audit.findings.some(({ weight }) => weight === 'refused')) {
    await endSession(attempt, `${name}-session`, made.session)
  }
  const doubts = [
    ...open.filter(({ weight }) => weight === 'needs-approval').map(doubtOf),
    ...(await changedTests(attempt, `${name}-old-tests`, start, made.commit, open)),
  ]
  return doubts.length === 0
    ? { kind: 'fine', audit, carried }
    : putBefore(attempt, `${name}-doubtful`, doubts, carried, audit)
}

/** The first time the agent is told; when the same comes again, a person may take it as it is. */
async function refuse(
  attempt: Attempt,
  name: string,
  refused: readonly AuditFinding[],
  made: { readonly session: string; readonly carried: Carried; readonly audit: Audit },
): Promise<JudgedChange> {
  const { session, carried, audit } = made
  const report = reportOfFindings(refused)
  const action = await judgeFailure(attempt, name, report)
  if (action.kind !== 'send-back') {
    await endSession(attempt, `${name}-session`, session)
    return { kind: 'failed', report, action, findings: refused, carried }
  }
  const seen = { ...carried, refusals: [...carried.refusals, report.signature] }
  if (!carried.refusals.includes(report.signature)) return sendBack(seen, report.problem)
  const word = await putBefore(attempt, `${name}-refused`, refused.map(doubtOf), seen, audit)
  if (word.kind === 'fine') await endSession(attempt, `${name}-session`, session)
  return word
}

async function putBefore(
  attempt: Attempt,
  name: string,
  doubts: readonly Doubt[],
  carried: Carried,
  audit: Audit,
): Promise<JudgedChange> {
  const word = await askToAccept(attempt, name, doubts)
  if (word.kind === 'sent-back') return sendBack(carried, word.text)
  return { kind: 'fine', audit, carried: { ...carried, accepted: [...carried.accepted, ...word.keys] } }
}

function sendBack(carried: Carried, problem: string): JudgedChange {
  const news = `${problem}\nUndo that, keep the rest of your work, and reply again.`
  return { kind: 'sent-back', news, carried }
}

/** Existing tests that were changed are run as they were: only what fails them needs a person. */
async function changedTests(
  { run, job }: Attempt,
  name: string,
  { base }: Start,
  work: string,
  findings: readonly AuditFinding[],
): Promise<readonly Doubt[]> {
  const changed = findings.filter(({ rule, weight }) => rule === 'test-changed' && weight === 'reported')
  if (changed.length === 0) return []
  const paths = [...new Set(changed.map(({ path }) => path))]
  const { green, message } = await proveOldTests(run, name, { base, work, paths }, job.proof)
  return green
    ? []
    : changed.map((finding) => ({ ...doubtOf(finding), message: `${finding.message} ${message}` }))
}

async function tellFindings(
  { run, task }: Attempt,
  name: string,
  findings: readonly AuditFinding[],
): Promise<void> {
  for (const [index, { weight, rule, message }] of findings.entries()) {
    const value = { task: task.id, action: weight, message: `${rule}: ${message}` }
    await run.record(`${name}-finding-${index + 1}`, fact({ kind: 'finding', value }))
  }
  const paths = pathsOf(findings, 'extended')
  if (paths.length === 0) return
  await run.record(`${name}-extended`, fact({ kind: 'extended', value: { task: task.id, paths } }))
}

function doubtOf({ rule, path, message }: AuditFinding): Doubt {
  return { key: `${rule} ${path}`, message }
}
