import { addCounts, NO_TESTS, numberIn } from './counts.ts'
import type { ReportReader } from './report-reader.ts'
import { stableName } from './stable-name.ts'
import type { TestCase, TestCounts } from './test-report.ts'

const level = '(?:\\[(?:INFO|WARNING|ERROR)\\] {1,2})?'
const totals = new RegExp(
  `^${level}Tests run: {0,4}(\\d{1,9}), Failures: {0,4}(\\d{1,9}), Errors: {0,4}(\\d{1,9}), Skipped: {0,4}(\\d{1,9})(, Time elapsed: .*)?`,
)
const failure = new RegExp(
  `^${level}(\\S.{0,1000}?)(?: --| {1,2}) ?Time elapsed: .{1,60} <<< (?:FAILURE|ERROR)!`,
)

/** Maven's surefire and failsafe: totals for each class, only failures named. Its XML files tell more. */
export const mavenText: ReportReader = {
  format: 'maven',
  sign: new RegExp(`^${level}(?:Tests run: {0,4}\\d|No tests to run\\.)`, 'm'),
  read: ({ lines }) => {
    const tests: TestCase[] = []
    let perClass = NO_TESTS
    let overall = NO_TESTS
    for (const line of lines()) {
      const told = totals.exec(line)
      if (told === null) {
        const name = failure.exec(line)?.[1]
        if (name !== undefined) tests.push({ name: stableName([name]), status: 'failed' })
      } else if (told[5] === undefined) overall = addCounts(overall, countsOf(told))
      else perClass = addCounts(perClass, countsOf(told))
    }
    const counted = perClass.passed + perClass.failed + perClass.skipped > 0 ? perClass : overall
    return { tests, counted, whole: true }
  },
}

function countsOf([, run, failures, errors, skips]: RegExpExecArray): TestCounts {
  const failed = numberIn(failures) + numberIn(errors)
  const skipped = numberIn(skips)
  return { failed, skipped, passed: Math.max(0, numberIn(run) - failed - skipped) }
}
