import { addCounts, NO_TESTS, numberIn } from './counts.ts'
import type { ReportReader } from './report-reader.ts'
import { stableName } from './stable-name.ts'
import type { TestCase, TestCounts, TestStatus } from './test-report.ts'

const test = /^ ([✓×↓□]) {1,2}(\S.*)$/u
const failure = /^ FAIL {2,4}(\S.{0,1500})$/
const files = /^ {1,12}Test Files {2}(?:no tests|.{0,200}\d)/
const totals = /^ {1,12}Tests {2}(no tests|.{0,200}\((\d{1,9})\))$/
const errors = /^ {1,12}Errors {2}(\d{1,9}) errors?$/
const trailing =
  /(?: \((?:retry|repeat) x\d{1,6}[^()]{0,60}\)| \d{1,9}(?:\.\d{1,9})?m?s| \d{1,9} MB heap used| \[skipped\]){1,6}$/

/**
 * Vitest's printed reports: verbose names every test, the default one names only what failed. What a test prints
 * stands below a heading, up to an empty line, and is not read.
 */
export const vitestText: ReportReader = {
  format: 'vitest',
  sign: /^ {1,12}Test Files {2}|^No test files found/m,
  read: ({ lines }) => {
    const tests: TestCase[] = []
    let counted = NO_TESTS
    let lost = 0
    let listed: TestCase[] = []
    let failures: string[] = []
    let summed = false
    let printing = false
    for (const line of lines()) {
      if (/^(?:stdout|stderr) \| /.test(line)) printing = true
      if (line === '') printing = false
      if (printing) continue
      const [, mark, title = ''] = test.exec(line) ?? []
      if (mark !== undefined && title.includes(' > '))
        listed.push({ name: nameOf(title.replace(trailing, '')), status: statusOf(mark) })
      const failed = failure.exec(line)
      if (failed !== null) failures.push(nameOf((failed[1] ?? '').replace(/ \[ .{1,1000} \]$/, '')))
      if (files.test(line)) summed = true
      const told = summed ? totals.exec(line) : null
      if (told !== null) {
        const counts = countsIn(told[1] ?? '')
        const missing = Math.max(0, numberIn(told[2]) - counts.passed - counts.failed - counts.skipped)
        lost += missing
        counted = addCounts(counted, counts)
        for (const one of [...listed, ...notListed(failures, listed)]) tests.push(one)
        listed = []
        failures = []
        summed = false
      }
      if (lost === 0) lost = numberIn(errors.exec(line)?.[1])
    }
    const failed = tests.filter(({ status }) => status === 'failed').length
    if (lost > 0) counted = { ...counted, failed: Math.max(counted.failed, failed) + lost }
    return { tests, counted, whole: lost === 0 }
  },
}

/** Failures are told again below the list; each one of the list explains one of them. */
function notListed(failures: readonly string[], listed: readonly TestCase[]): readonly TestCase[] {
  const known = new Map<string, number>()
  for (const { name, status } of listed) if (status === 'failed') known.set(name, (known.get(name) ?? 0) + 1)
  return failures.flatMap((name) => {
    const left = known.get(name) ?? 0
    known.set(name, left - 1)
    return left > 0 ? [] : [{ name, status: 'failed' as const }]
  })
}

function nameOf(title: string): string {
  return stableName(title.split(' > '))
}

function statusOf(mark: string): TestStatus {
  if (mark === '✓') return 'passed'
  return mark === '×' ? 'failed' : 'skipped'
}

function countsIn(text: string): TestCounts {
  const count = (word: string): number => numberIn(new RegExp(`(\\d{1,9}) ${word}`).exec(text)?.[1])
  return {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped') + count('todo'),
  }
}
