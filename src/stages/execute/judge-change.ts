import type { AuditFinding } from '../../gates/audit/audit-finding.ts'
import { testPart } from '../../gates/audit/test-file.ts'
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
    ...(await changedTests(attempt, `${name}-old-tests`, start, { ...made, open, audit })),
    ...(await perhapsTests(attempt, `${name}-old-tests`, start, { ...made, audit })),
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

/** Whatever else lies with the tests may be loaded before them, or be what they stand on. */
const namedAsTest = /(?:^|[/._-])(?:tests?|specs?|e2e|cy)[._-][^/]*$|(?:Tests?|Specs?|IT)\.[a-z]+$/

/**
 * Where existing tests were changed, or something was written that tests stand on or that may act on them, the tests are
 * run as they were: only work that fails them needs a person.
 */
async function changedTests(
  { run, job }: Attempt,
  name: string,
  { base }: Start,
  {
    commit: work,
    carried,
    open,
    audit: { tests, testSide, altered = [], fresh = [] },
  }: {
    readonly commit: string
    readonly carried: Carried
    readonly open: readonly AuditFinding[]
    readonly audit: Audit
  },
): Promise<readonly Doubt[]> {
  const changed = open.filter(({ rule, weight }) => rule === 'test-changed' && weight === 'reported')
  const support = tests.filter(
    (path) => testPart(path) === 'support' || !namedAsTest.test(path) || altered.includes(path),
  )
  const key = `old-tests ${support.join(' ')}`
  if (changed.length === 0 && (support.length === 0 || carried.accepted.includes(key))) return []
  const { green, message } = await proveOldTests(run, name, { base, work, paths: testSide }, job.proof)
  if (green) return []
  // Some gates ask for the new tests: a least coverage, a search for what nothing uses. These act on no other test.
  const kept = new Set(fresh.filter((path) => namedAsTest.test(path)))
  const paths = testSide.filter((path) => !kept.has(path))
  if (kept.size > 0 && paths.length > 0) {
    const beside = await proveOldTests(run, `${name}-beside`, { base, work, paths }, job.proof)
    if (beside.green) return []
  }
  const reason = message.replace(/\.$/, '')
  if (changed.length === 0) {
    const paths = support.join(', ')
    return [
      { key, message: `${paths}: ${message}`, told: `changed ${paths}, which tests stand on. ${reason}` },
    ]
  }
  return changed.map((finding) => ({
    ...doubtOf(finding),
    message: `${finding.message} ${message}`,
    told: `${finding.told}. ${reason}`,
  }))
}

/** Runs for one change at most; a plan has few tasks that change more helpers at once. */
const MOST_HELPERS = 4

/**
 * Code that only tests load may be a helper of theirs or what they test. The tests are run with the old version of
 * each such file alone: together they would hide that the work breaks one of them.
 */
async function perhapsTests(
  { run, job }: Attempt,
  name: string,
  { base }: Start,
  {
    commit: work,
    carried,
    audit: { perhaps = [], testSide },
  }: { readonly commit: string; readonly carried: Carried; readonly audit: Audit },
): Promise<readonly Doubt[]> {
  const doubts: Doubt[] = []
  for (const [index, path] of perhaps.slice(0, MOST_HELPERS).entries()) {
    const key = `old-helper ${path}`
    if (carried.accepted.includes(key)) continue
    const paths = [...testSide, path]
    const step = `${name}-${index + 1}`
    const { green, message } = await proveOldTests(run, step, { base, work, paths }, job.proof)
    if (green) continue
    const told = `changed ${path}, which only tests load. ${message.replace(/\.$/, '')}`
    doubts.push({ key, message: `${path}: ${message}`, told })
  }
  return doubts
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

function doubtOf({ rule, path, id, message, told }: AuditFinding): Doubt {
  return { key: id === undefined ? `${rule} ${path}` : `${rule} ${path} ${id}`, message, told }
}
