import type { ReportReader } from './report-reader.ts'
import { stableName } from './stable-name.ts'
import type { TestCase, TestStatus } from './test-report.ts'

const run = /^=== RUN {1,4}(\S{1,1000})$/
const result = /--- (PASS|FAIL|SKIP): (\S{1,1000}) \(\d{1,9}\.\d{1,4}s\)$/
const done = /^(ok {2}|FAIL|\? {3})\t(\S{1,1000})(?:\t.*| \[.*)?$/
const statuses: Readonly<Record<string, TestStatus>> = { PASS: 'passed', FAIL: 'failed', SKIP: 'skipped' }

/**
 * `go test`: with `-v` every test is named; without it a package that passed is all that is told of its tests and
 * stands for them. A test that began and did not end failed, and so did a package that names no culprit.
 */
export const goText: ReportReader = {
  format: 'go',
  sign: /^(?:ok {2}|FAIL|\? {3})\t\S|^=== RUN {1,4}\S/m,
  read: ({ lines }) => {
    const tests: TestCase[] = []
    const open = new Set<string>()
    let ended = new Map<string, TestStatus>()
    let verbose = false
    let whole = true
    const close = (pkg: string): boolean => {
      for (const name of open) ended.set(name, 'failed')
      let failed = false
      for (const [name, status] of ended) {
        tests.push({ name: stableName([pkg, name]), status })
        failed ||= status === 'failed'
      }
      open.clear()
      ended = new Map()
      return failed
    }
    for (const line of lines()) {
      const begun = run.exec(line)?.[1]
      if (begun !== undefined) {
        open.add(begun)
        verbose = true
      }
      const [, word = '', name = ''] = result.exec(line) ?? []
      const status = statuses[word]
      if (status !== undefined) {
        open.delete(name)
        ended.set(name, status)
      }
      const [, verdict, pkg = ''] = done.exec(line) ?? []
      if (verdict === undefined || (verdict !== 'FAIL' && open.size > 0)) continue
      const isTold = verbose || /\[(?:no tests to run|no test files|build failed|setup failed)\]/.test(line)
      const failed = close(pkg)
      if (verdict === 'FAIL' && !failed) tests.push({ name: stableName([pkg]), status: 'failed' })
      if (!isTold) {
        whole = false
        if (verdict !== 'FAIL') tests.push({ name: stableName([pkg]), status: 'passed' })
      }
      verbose = false
    }
    if (open.size > 0 || ended.size > 0) whole = false
    close('')
    return { tests, counted: null, whole }
  },
}
