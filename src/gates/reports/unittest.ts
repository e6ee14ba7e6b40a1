import { addCounts, NO_TESTS, numberIn } from './counts.ts'
import type { ReportReader } from './report-reader.ts'
import { stableName } from './stable-name.ts'
import type { TestCase, TestStatus } from './test-report.ts'

const summary = /^Ran (\d{1,9}) tests? in \d/
const verdict = /^(?:OK|FAILED|NO TESTS RAN)(?: \(([a-z0-9=, ]{1,200})\))?$/
const verbose =
  /^ {0,4}(\w{1,300} \([\w.<>]{1,400}\)(?: \(.{1,300}\)| \[.{1,300}\])?)(?:\n.{0,300})? \.\.\. (ok|FAIL|ERROR|skipped|expected failure|unexpected success)\b/
const compact = /^(?:FAIL|ERROR|UNEXPECTED SUCCESS): (\w{1,300} \(.*[)\]])$/
const title = /^\w{1,300} \([\w.<>]{1,400}\)$/

/** Python's unittest, and what is built on it: verbose names every test, otherwise only what failed is named. */
export const unittest: ReportReader = {
  format: 'unittest',
  sign: /^Ran \d{1,9} tests? in \d/m,
  read: ({ lines }) => {
    const all: TestCase[] = []
    let counted = NO_TESTS
    let named = new Map<string, TestStatus>()
    let failed = new Set<string>()
    let ran: number | null = null
    let above = ''
    let ended = false
    for (const line of lines()) {
      const test = verbose.exec(line) ?? (title.test(above) ? verbose.exec(`${above}\n${line}`) : null)
      if (test !== null) named.set(test[1] ?? '', statusOf(test[2]))
      const failure = compact.exec(line)
      if (failure !== null) failed.add(failure[1] ?? '')
      const told = summary.exec(line)
      if (told !== null) ran = numberIn(told[1])
      const judged = ran === null ? null : verdict.exec(line)
      if (ran !== null && judged !== null) {
        ended = true
        counted = addCounts(counted, countsOf(ran, judged[1] ?? ''))
        for (const name of failed) named.set(name, 'failed')
        for (const [name, status] of named) all.push({ name: stableName([name]), status })
        named = new Map()
        failed = new Set()
        ran = null
      }
      above = line
    }
    return ended ? { tests: all, counted, whole: true } : null
  },
}

function countsOf(ran: number, told: string): { passed: number; failed: number; skipped: number } {
  const count = (word: string): number => numberIn(new RegExp(`(?:^|, )${word}=(\\d{1,9})`).exec(told)?.[1])
  const failed = count('failures') + count('errors') + count('unexpected successes')
  const skipped = count('skipped') + count('expected failures')
  return { failed, skipped, passed: Math.max(0, ran - failed - skipped) }
}

function statusOf(word: string | undefined): TestStatus {
  if (word === 'ok') return 'passed'
  return word === 'skipped' || word === 'expected failure' ? 'skipped' : 'failed'
}
