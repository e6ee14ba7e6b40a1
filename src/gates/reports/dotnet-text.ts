import { addCounts, NO_TESTS, numberIn } from './counts.ts'
import type { ReportReader } from './report-reader.ts'
import { stableName } from './stable-name.ts'
import type { TestCase, TestStatus } from './test-report.ts'

const result = /^[ \t]{0,20}(Passed|Failed|Skipped) (\S.{0,1000}?) \[.{1,60}\]$/
const total =
  /^[ \t]{0,20}(?:Passed|Failed|Skipped)![ \t]{1,4}- Failed:[ \t]{0,12}(\d{1,9}), Passed:[ \t]{0,12}(\d{1,9}), Skipped:[ \t]{0,12}(\d{1,9}), Total:/
const summary =
  /^[ \t]{0,20}Test summary: total: (?:\d{1,9}), failed: (\d{1,9}), succeeded: (\d{1,9}), skipped: (\d{1,9})/
const verboseTotal = /^[ \t]{1,12}(Passed|Failed|Skipped): (\d{1,9})$/
const statuses: Readonly<Record<string, TestStatus>> = {
  Passed: 'passed',
  Failed: 'failed',
  Skipped: 'skipped',
}

/** `dotnet test`: totals for each assembly; the usual verbosity names only what failed. */
export const dotnetText: ReportReader = {
  format: 'dotnet',
  sign: /^[ \t]{0,20}(?:Passed|Failed|Skipped)![ \t]{1,4}- Failed:|^[ \t]{0,20}Test summary: total: \d|^Total tests: \d|^[ \t]{0,20}No test is available in /m,
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
      const [, key = '', number] = verboseTotal.exec(line) ?? []
      const counted = statuses[key]
      if (counted !== undefined)
        perAssembly = addCounts(perAssembly, { ...NO_TESTS, [counted]: numberIn(number) })
    }
    const counted = overall.passed + overall.failed + overall.skipped > 0 ? overall : perAssembly
    return { tests, counted, whole: true }
  },
}

function countsOf(match: RegExpExecArray | null): { passed: number; failed: number; skipped: number } {
  return { failed: numberIn(match?.[1]), passed: numberIn(match?.[2]), skipped: numberIn(match?.[3]) }
}
