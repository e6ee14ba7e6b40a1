import { addCounts, NO_TESTS, numberIn } from './counts.ts'
import type { ReportReader } from './report-reader.ts'
import { stableName } from './stable-name.ts'
import type { TestCase, TestCounts, TestStatus } from './test-report.ts'

const file = /^(PASS|FAIL) {1,3}(\S.{0,1000}?)(?: \([\d.]{1,12} m?s\))?(?: \(\d{1,9} MB heap size\))?$/
const leaf = /^( {2,60})([✓✕○✎]) (?:skipped |todo )?(.{1,1000}?)(?: \([\d.]{1,12} m?s\))?$/u
const title = /^( {2,60})(\S.{0,1000})$/
const failure = /^ {2}● (.{1,1500})$/u
const totals = /^Tests: {1,12}(.{0,200})\btotal$/

/** Jest's printed reports: verbose names every test of a file below it, the short one only what failed. */
export const jestText: ReportReader = {
  format: 'jest',
  sign: /^Test Suites: {1,6}.{0,200} total$|^No tests found, exiting with code/m,
  read: ({ lines }) => {
    const tests: TestCase[] = []
    let counted = NO_TESTS
    let path = ''
    let tree = false
    let listed = false
    let suites: { readonly depth: number; readonly name: string }[] = []
    let ended = false
    for (const line of lines()) {
      const started = file.exec(line)
      if (started !== null && !ended) {
        path = started[2] ?? ''
        tree = true
        listed = false
        suites = []
        continue
      }
      if (line.trim() === '') tree = false
      const shown = tree ? leaf.exec(line) : null
      const heading = tree ? title.exec(line) : null
      const failed = path === '' ? null : failure.exec(line)
      if (shown !== null) {
        listed = true
        const depth = shown[1]?.length ?? 0
        suites = suites.filter((suite) => suite.depth < depth)
        const names = [path, ...suites.map(({ name }) => name), shown[3] ?? '']
        tests.push({ name: stableName(names), status: statusOf(shown[2]) })
      } else if (failed !== null) {
        tree = false
        const what = failed[1] ?? ''
        if (what === 'Test suite failed to run') tests.push({ name: stableName([path]), status: 'failed' })
        else if (!listed && what !== 'Console')
          tests.push({ name: stableName([path, ...what.split(' › ')]), status: 'failed' })
      } else if (heading !== null) {
        const depth = heading[1]?.length ?? 0
        suites = [...suites.filter((suite) => suite.depth < depth), { depth, name: heading[2] ?? '' }].slice(
          -8,
        )
      }
      if (line === 'Summary of all failing tests') {
        ended = true
        path = ''
      }
      const told = totals.exec(line)
      if (told !== null) {
        counted = addCounts(counted, countsIn(told[1] ?? ''))
        ended = false
        path = ''
      }
    }
    return { tests, counted, whole: true }
  },
}

function statusOf(mark: string | undefined): TestStatus {
  if (mark === '✓') return 'passed'
  return mark === '✕' ? 'failed' : 'skipped'
}

function countsIn(text: string): TestCounts {
  const count = (word: string): number => numberIn(new RegExp(`(\\d{1,9}) ${word}`).exec(text)?.[1])
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') + count('todo') }
}
