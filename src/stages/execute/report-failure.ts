import type { AuditFinding } from '../../gates/audit/audit-finding.ts'
import type { Proof } from '../../gates/proof.ts'
import type { Evidence, Verdict } from '../../gates/verdict.ts'
import type { Failure } from '../../kernel/failure.ts'
import { classOfFailure, classOfProof } from '../../policy/failure-class.ts'
import type { FailureReport } from '../../policy/failure-report.ts'
import { signatureOf } from '../../policy/signature.ts'

const MOST_EVIDENCE = 2000

/** A failure that says all there is to know. */
export function plainReport(
  of: FailureReport['class'],
  at: string,
  problem: string,
  evidence = '',
): FailureReport {
  const signature = signatureOf({ class: of, at, tests: [], output: evidence === '' ? problem : evidence })
  return {
    class: of,
    of: 'attempt',
    signature,
    problem,
    evidence: evidence.slice(-MOST_EVIDENCE),
    isPlain: true,
    until: null,
  }
}

/** Asking an agent has failed for good. */
export function reportOfThrown(failure: Failure): FailureReport {
  const at = failure.code === 'agent-failed' ? failure.trouble : failure.code
  const reply = failure.code === 'reply-invalid' ? failure.reply : ''
  const report = plainReport(classOfFailure(failure), at, failure.message, reply)
  const signature = signatureOf({ class: report.class, at, tests: [], output: '' })
  return { ...report, signature }
}

/** What an agent says of its own work when it does not call it completed. */
export function reportOfStatus(of: FailureReport['class'], status: string, summary: string): FailureReport {
  const report = plainReport(of, status, `The agent says ${status}: ${summary}`, summary)
  return { ...report, isPlain: of !== 'fixable' && of !== 'regression' && of !== 'new_failure' }
}

/** A person did not allow what the work needs. */
export function reportOfRefusal(asked: string): FailureReport {
  return plainReport('escalate', 'refused', `What it asked leave for was not allowed: ${asked}`, asked)
}

export function reportOfFindings(findings: readonly AuditFinding[]): FailureReport {
  const names = findings.map(({ rule, path }) => `${rule} ${path}`)
  const problem = `The change was not taken: ${findings.map(({ message }) => message).join(' ')}`
  return {
    ...plainReport('fixable', 'audit', problem),
    signature: signatureOf({ class: 'fixable', at: 'audit', tests: names, output: '' }),
  }
}

/** Proof that failed, before or after the merge. */
export function reportOfVerdict(
  proof: Proof,
  verdict: Verdict,
  of: 'gate' | 'attempt',
  problem: string,
): FailureReport {
  const last = failingEvidence(verdict)
  const evidence = last?.output ?? verdict.message
  const { cause, failedTests, vanished } = verdict
  const proofClass = classOfProof({ cause, failedTests, passedBefore: (test) => passedOnBase(proof, test) })
  return {
    class: proofClass,
    of,
    signature: signatureOf({
      class: proofClass,
      at: last?.command ?? 'proof',
      tests: [...failedTests, ...vanished],
      output: evidence,
    }),
    problem,
    evidence: evidence.slice(-MOST_EVIDENCE),
    isPlain: false,
    until: null,
  }
}

/** What was seen of the gate that speaks against the work. */
export function failingEvidence({ evidence }: Verdict): Evidence | undefined {
  return evidence.findLast(({ exitCode }) => exitCode !== 0) ?? evidence.at(-1)
}

function passedOnBase({ memory }: Proof, test: string): boolean {
  return [...memory.reference.values()].some(({ report }) => report?.tests.get(test) === 'passed')
}
