import { addCounts, countTests, NO_TESTS, numberIn } from './counts.ts'
import type { ReportReader } from './report-reader.ts'
import { stableName } from './stable-name.ts'
import type { TestCase, TestStatus } from './test-report.ts'

const header = /^bun test v\d/
const path = /^(\S.{0,1000}\.[cm]?[jt]sx?):$/
const result = /^(\(pass\)|\(fail\)|\(skip\)|\(todo\)|✓|✗|»|✎) (.{1,1500}?)(?: \[\d[\d.]{0,20}m?s\])?$/u
const total = /^ (\d{1,9}) (pass|fail|skip|todo)$/
const end = /^Ran \d{1,9} tests? across \d{1,9} files?\./
const statuses: Readonly<Record<string, TestStatus>> = {
  '(pass)': 'passed',
  '✓': 'passed',
  '(fail)': 'failed',
  '✗': 'failed',
  '(skip)': 'skipped',
  '»': 'skipped',
  '(todo)': 'skipped',
  '✎': 'skipped',
}
const totals: Readonly<Record<string, TestStatus>> = {
  pass: 'passed',
  fail: 'failed',
  skip: 'skipped',
  todo: 'skipped',
}

/** `bun test`. One that gives no totals was cut off, unless it says that it found nothing to run. */
export const bunText: ReportReader = {
  format: 'bun',
  sign: /^bun test v\d/m,
  read: ({ lines }) => {
    const tests: TestCase[] = []
    let counted = NO_TESTS
    let told = NO_TESTS
    let running = false
    let lost = 0
    let file = ''
    for (const line of lines()) {
      if (header.test(line)) {
        if (running) lost += 1
        running = true
      }
      if (!running) continue
      const [, named] = path.exec(line) ?? []
      if (named !== undefined) file = named
      const [, mark = '', title = ''] = result.exec(line) ?? []
      const status = statuses[mark]
      if (status !== undefined) tests.push({ name: stableName([file, ...title.split(' > ')]), status })
      if (line === '# Unhandled error between tests')
        tests.push({ name: stableName([file, 'unhandled error between tests']), status: 'failed' })
      const [, number, word = ''] = total.exec(line) ?? []
      const key = totals[word]
      if (key !== undefined) told = { ...told, [key]: told[key] + numberIn(number) }
      if (end.test(line)) counted = addCounts(counted, told)
      if (end.test(line) || /did not match any test files|^No tests found/.test(line)) {
        told = NO_TESTS
        running = false
      }
    }
    if (running) lost += 1
    const seen = countTests(tests)
    if (lost > 0) counted = { ...counted, failed: Math.max(counted.failed, seen.failed) + lost }
    return { tests, counted, whole: lost === 0 }
  },
}
