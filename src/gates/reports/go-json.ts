import type { ReportReader } from './report-reader.ts'
import { parseJson, textIn } from './loose-json.ts'
import { stableName } from './stable-name.ts'
import type { TestCase, TestStatus } from './test-report.ts'

const statuses: Readonly<Record<string, TestStatus>> = { pass: 'passed', fail: 'failed', skip: 'skipped' }

/**
 * `go test -json`: one event a line. A test that began and never ended failed, unless its package passed (older Go
 * loses the end of a test that prints no last newline); a package that failed and names no culprit is one itself.
 */
export const goJson: ReportReader = {
  format: 'go',
  sign: /^\{.{0,200}"Action":"/m,
  read: ({ text }) => {
    const byPackage = new Map<string, Map<string, TestStatus | 'begun'>>()
    const failedPackages = new Set<string>()
    const passedPackages = new Set<string>()
    const seenPackages = new Set<string>()
    for (const line of text.split('\n')) {
      if (!line.startsWith('{')) continue
      const event = parseJson(line)
      const [action, pkg, test] = [textIn(event, 'Action'), textIn(event, 'Package'), textIn(event, 'Test')]
      if (action === 'build-fail') failedPackages.add((textIn(event, 'ImportPath') ?? '').split(' ')[0] ?? '')
      if (action === null || pkg === null) continue
      seenPackages.add(pkg)
      if (test === null) {
        if (action === 'fail') failedPackages.add(pkg)
        if (action === 'pass') passedPackages.add(pkg)
        continue
      }
      const tests = byPackage.get(pkg) ?? new Map<string, TestStatus | 'begun'>()
      byPackage.set(pkg, tests)
      if (action === 'run') tests.set(test, 'begun')
      const status = statuses[action]
      if (status !== undefined) tests.set(test, status)
    }
    if (seenPackages.size === 0 && failedPackages.size === 0) return null
    const tests: TestCase[] = []
    for (const pkg of new Set([...seenPackages, ...failedPackages])) {
      const unended = passedPackages.has(pkg) && !failedPackages.has(pkg) ? 'passed' : 'failed'
      const found = [...(byPackage.get(pkg) ?? [])].map(([name, status]) => ({
        name: stableName([pkg, name]),
        status: status === 'begun' ? unended : status,
      }))
      if (failedPackages.has(pkg) && !found.some(({ status }) => status === 'failed'))
        found.push({ name: stableName([pkg]), status: 'failed' })
      for (const test of found) tests.push(test)
    }
    return { tests, counted: null, whole: true }
  },
}
