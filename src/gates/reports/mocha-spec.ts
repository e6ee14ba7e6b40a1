import { addCounts, NO_TESTS, numberIn } from './counts.ts'
import type { ReportReader } from './report-reader.ts'
import { stableName } from './stable-name.ts'
import type { TestCase, TestStatus } from './test-report.ts'

const passing = /^ {2}(\d{1,9}) passing \(\d[\d.]{0,12}(?:ms|s|m|h|d)\)$/
const other = /^ {2}(\d{1,9}) (failing|pending)$/
const leaf = /^( {2,60})(✔|✓|√|-|\d{1,9}\)) (.{1,1000}?)(?: \(\d[\d.]{0,12}m?s\))?$/u
const title = /^( {2,60})(\S.{0,1000})$/
const detail = /^ {2}\d{1,9}\) (.{1,1000})$/
const detailsNext = /^ {5,60}(\S.{0,1000})$/

/** Mocha: its `spec` reporter names every test, others only the failures, below the totals. */
export const mochaSpec: ReportReader = {
  format: 'mocha',
  sign: /^ {2}\d{1,9} passing \(/m,
  read: ({ lines }) => {
    const tests: TestCase[] = []
    let counted = NO_TESTS
    let listed: TestCase[] = []
    let suites: readonly { readonly depth: number; readonly name: string }[] = []
    let details: FailureDetails | null = null
    for (const line of lines()) {
      const passed = passing.exec(line)
      if (passed !== null) {
        counted = addCounts(counted, { ...NO_TESTS, passed: numberIn(passed[1]) })
        for (const test of listed) tests.push(test)
        details = { wanted: listed.length === 0, names: [] }
        listed = []
        continue
      }
      const [, number, word] = details === null ? [] : (other.exec(line) ?? [])
      if (word !== undefined) {
        const more = word === 'failing' ? { failed: numberIn(number) } : { skipped: numberIn(number) }
        counted = addCounts(counted, { ...NO_TESTS, ...more })
        continue
      }
      const failure = details === null ? null : nextDetail(details, line)
      if (failure !== null) tests.push(failure)
      const [, indent = '', mark = '', name = ''] = leaf.exec(line) ?? []
      if (mark !== '' && !(details !== null && mark.endsWith(')'))) {
        details = null
        const above = suites.filter((suite) => suite.depth < indent.length)
        const names = [...above.map((suite) => suite.name), name]
        listed.push({ name: stableName(names), status: statusOf(mark) })
      } else {
        const [, before = '', suite] = title.exec(line) ?? []
        const depth = before.length
        if (suite !== undefined)
          suites = [...suites.filter((one) => one.depth < depth), { depth, name: suite }].slice(-8)
      }
    }
    return { tests, counted, whole: true }
  },
}

type FailureDetails = { readonly wanted: boolean; names: readonly string[] }

/** A failure's suites and title stand one below the other, the last with a colon. */
function nextDetail(details: FailureDetails, line: string): TestCase | null {
  const begun = detail.exec(line)?.[1]
  const part = begun ?? (details.names.length > 0 ? detailsNext.exec(line)?.[1] : undefined)
  if (part === undefined) return null
  const names = [...(begun === undefined ? details.names : []), part.replace(/:$/, '')]
  const isLast = part.endsWith(':') || names.length > 8
  details.names = isLast ? [] : names
  return isLast && details.wanted ? { name: stableName(names), status: 'failed' } : null
}

function statusOf(mark: string): TestStatus {
  if (mark === '-') return 'skipped'
  return mark.endsWith(')') ? 'failed' : 'passed'
}
