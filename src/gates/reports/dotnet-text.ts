import { addCounts, NO_TESTS, numberIn } from './counts.ts'
import type { ReportReader } from './report-reader.ts'
import { stableName } from './stable-name.ts'
import type { TestCase, TestStatus } from './test-report.ts'

const result = /^\s{0,20}(Passed|Failed|Skipped) (\S.{0,1000}?) \[.{1,60}\]$/
const total =
  /^\s{0,20}(?:Passed|Failed|Skipped)!\s{1,4}- Failed:\s{0,12}(\d{1,9}), Passed:\s{0,12}(\d{1,9}), Skipped:\s{0,12}(\d{1,9}), Total:/
const summary =
  /^\s{0,20}Test summary: total: (?:\d{1,9}), failed: (\d{1,9}), succeeded: (\d{1,9}), skipped: (\d{1,9})/
const statuses: Readonly<Record<string, TestStatus>> = {
  Passed: 'passed',
  Failed: 'failed',
  Skipped: 'skipped',
}

/** `dotnet test`: totals for each assembly; the usual verbosity names only what failed. */
export const dotnetText: ReportReader = {
  format: 'dotnet',
  sign: /^\s{0,20}(?:Passed|Failed|Skipped)!\s{1,4}- Failed:|^\s{0,20}Test summary: total: \d|^\s{0,20}No test is available in /m,
  read: ({ lines }) => {
    const tests: TestCase[] = []
    let perAssembly = NO_TESTS
    let overall = NO_TESTS
    for (const line of lines()) {
      const [, word = '', name = ''] = result.exec(line) ?? []
      const status = statuses[word]
      if (status !== undefined) tests.push({ name: stableName([name]), status })
      perAssembly = addCounts(perAssembly, countsOf(total.exec(line)))
      overall = addCounts(overall, countsOf(summary.exec(line)))
    }
    const counted = overall.passed + overall.failed + overall.skipped > 0 ? overall : perAssembly
    return { tests, counted, whole: true }
  },
}

function countsOf(match: RegExpExecArray | null): { passed: number; failed: number; skipped: number } {
  return { failed: numberIn(match?.[1]), passed: numberIn(match?.[2]), skipped: numberIn(match?.[3]) }
}
