import type { DiagnosisPacket } from '../../contracts/diagnosis-packet.ts'
import { ownPacket } from '../../contracts/diagnosis-packet.ts'
import type { Workspace } from '../../kernel/ports/workspaces.ts'
import type { Action } from '../../policy/after-failure.ts'
import type { FailureReport } from '../../policy/failure-report.ts'
import { askWhatNow } from './ask-what-now.ts'
import type { Attempt, AttemptEnd, Carried } from './attempt.ts'
import { diagnose } from './diagnose.ts'
import { endOnOrder } from './end-on-order.ts'
import { fact } from '../facts.ts'
import { judgeFailure } from './judge-failure.ts'
import { plainReport } from './report-failure.ts'

/** What is left of an attempt that failed. */
export interface Failed {
  /** Names the failure within the attempt. */
  readonly name: string
  readonly report: FailureReport
  readonly carried: Carried
  /** Where the failure can be looked at. */
  readonly workspace: Workspace
  readonly commit: string
  /** What to do and what changes this time, where the problem itself says the cause. */
  readonly advice: { readonly fix: string; readonly changes: string } | null
  /** What follows, where that has been judged already. */
  readonly action: Action | null
}

/** Ends a failed attempt: in another one that has a diagnosis, in a new plan, or with a person's word. */
export async function failAttempt(attempt: Attempt, failed: Failed): Promise<AttemptEnd> {
  const { name, report } = failed
  const leftOut = await endOnOrder(attempt, name)
  if (leftOut !== null) return leftOut
  const repeats =
    report.class === 'needs_replan'
      ? attempt.desk.replansBefore(`${attempt.run.scopeName}/failure-${name}`) + 1
      : 1
  const action = failed.action ?? (await judgeFailure(attempt, name, report, repeats))
  switch (action.kind) {
    case 'replan':
      return { kind: 'replan', reason: withDiagnosis(report.problem, failed.carried.packet) }
    case 'send-back':
    case 'diagnose-then-retry':
      return tryAgain(attempt, failed, null)
    case 'ask-person': {
      const word = await askWhatNow(attempt, report, action.why)
      return word.kind === 'again' ? tryAgain(attempt, failed, word.text) : word
    }
    case 'retry-same':
    case 'wait-until':
    case 're-run':
    case 'fail-attempt':
    case 'stop':
      throw new Error(`${action.kind} does not follow a failed attempt.`)
  }
}

/** What was found out about the task before goes to whoever plans anew. */
function withDiagnosis(problem: string, packet: DiagnosisPacket | null): string {
  if (packet?.by !== 'debugger') return problem
  return `${problem} Found out before: ${packet.rootCause} Advised then: ${packet.fix}`
}

async function tryAgain(attempt: Attempt, failed: Failed, personSays: string | null): Promise<AttemptEnd> {
  const { report, carried } = failed
  const packet = await packetFor(attempt, failed, personSays)
  if (packet.kind === 'plan') {
    const reason = `${report.problem} ${packet.rootCause} ${packet.fix}`
    const replan = plainReport('needs_replan', 'diagnosis', reason)
    return failAttempt(attempt, { ...failed, name: `${failed.name}-plan`, report: replan, action: null })
  }
  const { signature } = report
  const value = { task: attempt.task.id, signature, ...packet }
  await attempt.run.record('diagnosed', fact({ kind: 'diagnosis', value }))
  const fixes = [...carried.fixes, { signature, fix: packet.fix }]
  return { kind: 'again', carried: { ...carried, packet, fixes } }
}

async function packetFor(
  attempt: Attempt,
  { report, carried, workspace, commit, advice }: Failed,
  personSays: string | null,
): Promise<DiagnosisPacket> {
  const { problem, isPlain } = report
  if (personSays !== null) {
    return { ...ownPacket(problem, personSays, 'A person says what to do.'), by: 'person' }
  }
  if (!isPlain && !attempt.job.policy.process.diagnose) return ownSearch(report)
  if (isPlain) {
    const { fix, changes } = advice ?? {
      fix: 'Do the task from what is there now.',
      changes: 'The work starts in a new session.',
    }
    return ownPacket(problem, fix, changes)
  }
  const earlier = carried.fixes.filter(({ signature }) => signature === report.signature)
  return diagnose(
    attempt,
    report,
    workspace,
    commit,
    earlier.map(({ fix }) => fix),
  )
}

/** Where nobody looks for the cause, whoever tries again does. */
function ownSearch({ problem, evidence }: FailureReport): DiagnosisPacket {
  const printed = evidence === '' ? '' : ` What was printed:\n${evidence}`
  const fix = `Find out yourself why it failed, and take another way than before.${printed}`
  return ownPacket(problem, fix, 'It is done in another way.')
}
