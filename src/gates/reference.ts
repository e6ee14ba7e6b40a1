import type { GateResult, GateRun } from './gate-run.ts'
import { testKey } from './gate-run.ts'
import type { TestStatus } from './reports/test-report.ts'

/** What is known of a gate before a change: the measure of everything that comes after it. */
export interface GateReference {
  readonly exitCode: number | null
  /** `null` when its output says nothing that we understand. */
  readonly report: ReferenceReport | null
  /** Files of the commit that it writes by itself. */
  readonly rewrites: readonly string[]
}

export interface ReferenceReport {
  /** Tests by name; one that failed only by chance counts as passed. */
  readonly tests: ReadonlyMap<string, TestStatus>
  readonly complete: boolean
  /** How many ran: passed or failed. */
  readonly ran: number
}

export type References = ReadonlyMap<string, GateReference>

/** What a run of gates says, as a measure for others; `flaky` are tests of it that fail by chance. */
export function referencesOf(run: GateRun, flaky: ReadonlySet<string>): References {
  return new Map(run.gates.map((result) => [result.evidence.name, referenceOf(result, flaky)]))
}

function referenceOf(result: GateResult, flaky: ReadonlySet<string>): GateReference {
  const { report, rewritten = [] } = result
  const { exitCode, name: gate } = result.evidence
  const rewrites = rewritten.map(({ path }) => path)
  if (report === null) return { exitCode, report: null, rewrites }
  const { passed, failed } = report.counts
  const tests = new Map(
    report.tests.map(({ name, status }): [string, TestStatus] => [
      name,
      status === 'failed' && flaky.has(testKey(gate, name)) ? 'passed' : status,
    ]),
  )
  return { exitCode, report: { tests, complete: report.complete, ran: passed + failed }, rewrites }
}

/**
 * A later measure laid over an earlier one: a test that has come to pass since then must go on passing, and one
 * that has been added must stay. What the later one does not know is still measured by the earlier one, and what a
 * gate may write by the earlier one alone.
 */
export function laterReferences(earlier: References, later: References): References {
  const merged = new Map(earlier)
  for (const [gate, { exitCode, report, rewrites: own }] of later) {
    const before = merged.get(gate)
    if (report === null && before?.report) continue
    const tests = new Map([...(before?.report?.tests ?? []), ...(report?.tests ?? [])])
    const rewrites = before?.rewrites ?? own
    merged.set(gate, { exitCode, report: report === null ? null : { ...report, tests }, rewrites })
  }
  return merged
}
