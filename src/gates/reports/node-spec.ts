import { addCounts, countTests, NO_TESTS, numberIn } from './counts.ts'
import { isFileAsTest } from './file-as-test.ts'
import type { Reading, ReportReader } from './report-reader.ts'
import { stableName } from './stable-name.ts'
import type { TestCase, TestStatus } from './test-report.ts'

type Opened = { readonly name: string; readonly depth: number; inner: number; failed: boolean }

const result = /^( {0,60})([✔✖﹣⚠▶]) (.{1,1000}?) \(\d[\d.e+-]{0,30}ms\)( #.*)?$/u
const opening = /^( {0,60})▶ (.{1,1000})$/u
const summary = /^ℹ (tests|suites|pass|fail|cancelled|skipped|todo) (\d{1,9})$/u

/**
 * The `spec` reporter of `node --test`. Its totals count suites apart and tests with subtests along with them; here
 * the innermost tests count, and the report is complete when its lines are as many as its totals say.
 */
export const nodeSpec: ReportReader = {
  format: 'node',
  sign: /^ℹ tests \d/m,
  read: ({ lines }) => {
    const parts: Reading[] = []
    let part = newPart()
    let details = false
    for (const line of lines()) {
      const [, key, number] = summary.exec(line) ?? []
      if (key !== undefined) part.totals.set(key, numberIn(number))
      else if (part.totals.size > 0 && line.startsWith('ℹ duration_ms')) {
        parts.push(readingOf(part))
        part = newPart()
      } else if (line === '✖ failing tests:') details = true
      else if (/^(?:> |▶ )/u.test(line)) details = false
      if (!details) take(part, line)
    }
    if (parts.length === 0) return null
    const counted = parts.reduce((sum, one) => addCounts(sum, one.counted ?? NO_TESTS), NO_TESTS)
    return { tests: parts.flatMap(({ tests }) => tests), counted, whole: parts.every(({ whole }) => whole) }
  },
}

type Part = {
  readonly tests: TestCase[]
  readonly open: Opened[]
  readonly totals: Map<string, number>
  lines: number
}

function newPart(): Part {
  return { tests: [], open: [], totals: new Map(), lines: 0 }
}

function take(part: Part, line: string): void {
  const [, indent = '', mark, name = '', directive] = result.exec(line) ?? []
  if (mark === undefined) {
    const [, before, suite] = opening.exec(line) ?? []
    if (before === undefined || suite === undefined) return
    leave(part, before.length)
    part.open.push({ name: suite, depth: before.length, inner: 0, failed: false })
    return
  }
  part.lines += 1
  leave(part, indent.length + 1)
  const top = part.open.at(-1)
  const own = top?.depth === indent.length && top.name === name ? part.open.pop() : undefined
  if (own === undefined) leave(part, indent.length)
  const status = statusOf(mark, directive)
  const above = part.open.slice(-7)
  for (const suite of above) suite.failed ||= status === 'failed'
  const parent = part.open.at(-1)
  if (parent !== undefined) parent.inner += 1
  if (own !== undefined && own.inner > 0 && (status !== 'failed' || own.failed)) return
  if (own === undefined && parent === undefined && status === 'passed' && isFileAsTest(name)) return
  part.tests.push({ name: stableName([...above.map((suite) => suite.name), name]), status })
}

/** Suites at this depth or deeper that were opened are over, whether or not they said so. */
function leave(part: Part, depth: number): void {
  while ((part.open.at(-1)?.depth ?? -1) >= depth) part.open.pop()
}

function readingOf({ tests, lines, totals }: Part): Reading {
  const total = (key: string): number => totals.get(key) ?? 0
  // More lines than the runner counts are somebody else's, in whose place its own may be missing.
  const whole = lines === total('tests') + total('suites')
  const counted = {
    passed: total('pass'),
    failed: total('fail') + total('cancelled'),
    skipped: total('skipped') + total('todo'),
  }
  return { tests, counted: whole ? countTests(tests) : counted, whole }
}

function statusOf(mark: string, directive: string | undefined): TestStatus {
  if (mark === '﹣' || directive !== undefined) return 'skipped'
  return mark === '✖' ? 'failed' : 'passed'
}
