import type { WrittenFile } from '../kernel/ports/workspaces.ts'
import type { SharedNote } from './guarded.ts'
import type { BrokenTest } from './reports/broken-tests.ts'
import type { TestReport } from './reports/test-report.ts'
import type { Evidence } from './verdict.ts'

/** What was seen when gates were run one after the other on one tree. */
export type GateRun = {
  readonly gates: readonly GateResult[]
  /** Why no gate was run, when the workspace could not be made ready. */
  readonly unprepared: { readonly problem: string; readonly evidence: Evidence } | null
  /** What somebody else did to the place it was to run in. */
  readonly findings: readonly string[]
  /** The run whose evidence this is, when it was found in the store. */
  readonly storedBy: string | null
  /** Tests that were found out to fail by chance, where the store said so. */
  readonly flaky: readonly string[] | null
  /** What the commands did to what all worktrees share; absent where nobody looked. */
  readonly shared?: readonly SharedNote[]
  /** Why nothing that was seen counts: somebody kept changing what the gates work with. */
  readonly disturbed?: string
  /** Epoch milliseconds at which the step first began. */
  readonly at: number
}

export type GateResult = {
  readonly evidence: Evidence
  readonly timedOut: boolean
  readonly signal: string | null
  /** `null` when its output says nothing that we understand. */
  readonly report: TestReport | null
  /** Tests that failed without an expectation having been tried, and why; `name` is empty where none is named. */
  readonly broken?: readonly BrokenTest[]
  /** Files of the commit that were written while it ran; absent where there are none. */
  readonly rewritten?: readonly WrittenFile[]
}

/** One test of one gate. */
export function testKey(gate: string, test: string): string {
  return `${gate}: ${test}`
}

export function failedIn({ report }: GateResult): readonly string[] {
  return report === null ? [] : namesOf(report, 'failed')
}

export function namesOf({ tests }: TestReport, status: 'passed' | 'failed' | 'skipped'): readonly string[] {
  return tests.filter((test) => test.status === status).map(({ name }) => name)
}

/** Whether a test passed in this run of its gate, as far as the report can tell. */
export function hasPassed({ report, timedOut }: GateResult, test: string): boolean {
  if (report === null || timedOut) return false
  const found = report.tests.find(({ name }) => name === test)
  if (found !== undefined || report.complete) return found?.status === 'passed'
  return report.counts.passed > 0 && namesOf(report, 'failed').length === report.counts.failed
}

export function durationOf({ gates }: GateRun): number {
  return gates.reduce((sum, { evidence }) => sum + evidence.durationMs, 0)
}

/** Green by itself, whatever it is measured by. */
export function isGreen({ gates, unprepared }: GateRun): boolean {
  return (
    unprepared === null &&
    gates.every(({ evidence, report }) => evidence.exitCode === 0 && (report?.counts.failed ?? 0) === 0)
  )
}
