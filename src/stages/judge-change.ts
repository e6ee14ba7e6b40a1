import type { AuditFinding } from '../gates/audit/audit-finding.ts'
import type { Action } from '../policy/after-failure.ts'
import type { FailureReport } from '../policy/failure-report.ts'
import type { Attempt, Carried } from './attempt.ts'
import type { Audit } from './audit-step.ts'
import { auditStep, pathsOf } from './audit-step.ts'
import { endedBy } from './ended-by.ts'
import { endSession } from './end-session.ts'
import { fact } from './facts.ts'
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
  const { desk } = attempt
  const name = `audit-${turn}`
  const audit = await auditStep(attempt, name, start, made)
  const grown = pathsOf(audit.findings, 'extended')
  desk.grow(grown)
  await tellFindings(attempt, name, audit.findings)
  const carried = { ...made.carried, grown: [...made.carried.grown, ...grown] }
  const open = audit.findings.filter((finding) => !carried.accepted.includes(keyOf(finding)))
  const refused = open.filter(({ weight }) => weight === 'refused')
  if (refused.length > 0) return refuse(attempt, name, refused, { ...made, carried, audit })
  const doubtful = open.filter(({ weight }) => weight === 'needs-approval')
  if (doubtful.length > 0) return askToAccept(attempt, `${name}-doubtful`, doubtful, carried, audit)
  return { kind: 'fine', audit, carried }
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
    await endSession(attempt.run, `${name}-session`, session)
    return { kind: 'failed', report, action, findings: refused, carried }
  }
  const seen = { ...carried, refusals: [...carried.refusals, report.signature] }
  if (!carried.refusals.includes(report.signature)) return sendBack(seen, report.problem)
  const word = await askToAccept(attempt, `${name}-refused`, refused, seen, audit)
  if (word.kind === 'fine') await endSession(attempt.run, `${name}-session`, session)
  return word
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

function keyOf({ rule, path }: AuditFinding): string {
  return `${rule} ${path}`
}

function sendBack(carried: Carried, problem: string): JudgedChange {
  const news = `${problem}\nUndo that, keep the rest of your work, and reply again.`
  return { kind: 'sent-back', news, carried }
}

async function askToAccept(
  { run, task }: Attempt,
  name: string,
  findings: readonly AuditFinding[],
  carried: Carried,
  audit: Audit,
): Promise<JudgedChange> {
  const problem = findings.map(({ message }) => message).join(' ')
  const answer = await run.question(name, {
    kind: 'choice',
    text: `${task.id} (${task.title}) changes what needs your word: ${problem}`,
    options: [
      { id: 'accept', label: 'Accept the change' },
      { id: 'send-back', label: 'Send it back to the agent' },
      { id: 'stop', label: 'End the run' },
    ],
    free: true,
    details: { findings: findings.map((finding) => ({ ...finding })) },
  })
  if (answer.option === 'stop') throw endedBy(answer.by, task.id)
  if (answer.option !== 'accept') return sendBack(carried, answer.text ?? problem)
  const what = findings.map(keyOf)
  await run.record(
    `${name}-accepted`,
    fact({ kind: 'accepted', value: { task: task.id, what, by: answer.by } }),
  )
  return { kind: 'fine', audit, carried: { ...carried, accepted: [...carried.accepted, ...what] } }
}
