import { addCounts, NO_TESTS, numberIn } from './counts.ts'
import type { ReportReader } from './report-reader.ts'
import { stableName } from './stable-name.ts'
import type { TestCase, TestStatus } from './test-report.ts'

const result = /^(\S.{0,1000}) (PASSED|FAILED|SKIPPED)$/
const totals = /^(\d{1,9}) tests? completed(?:, (\d{1,9}) failed)?(?:, (\d{1,9}) skipped)?$/
const statuses: Readonly<Record<string, TestStatus>> = {
  PASSED: 'passed',
  FAILED: 'failed',
  SKIPPED: 'skipped',
}

/** Gradle prints failures and, only where something failed, totals; a green run tells its tests in XML files. */
export const gradleText: ReportReader = {
  format: 'gradle',
  sign: /^\d{1,9} tests? completed|^> Task :\S{0,300}[tT]est\S{0,100} NO-SOURCE$| (?:PASSED|FAILED|SKIPPED)$/m,
  read: ({ text, lines }) => {
    if (!/^> Task :|^BUILD (?:SUCCESSFUL|FAILED)/m.test(text)) return null
    const tests: TestCase[] = []
    let counted = NO_TESTS
    let idle = 0
    for (const line of lines()) {
      if (/^> Task :\S{0,300}[tT]est\S{0,100} NO-SOURCE$/.test(line) && !line.includes('Classes')) idle += 1
      const [, name = '', word = ''] = line.startsWith('> ') ? [] : (result.exec(line) ?? [])
      const status = statuses[word]
      const parts = name.split(' > ').filter((part) => !part.startsWith('Gradle Test '))
      if (status !== undefined && parts.length > 1) tests.push({ name: stableName(parts), status })
      const told = totals.exec(line)
      if (told === null) continue
      const [failed, skipped] = [numberIn(told[2]), numberIn(told[3])]
      counted = addCounts(counted, {
        failed,
        skipped,
        passed: Math.max(0, numberIn(told[1]) - failed - skipped),
      })
    }
    const told = tests.length + counted.passed + counted.failed + counted.skipped
    return told + idle === 0 ? null : { tests, counted, whole: true }
  },
}
