import { SaxesParser } from 'saxes'
import { addCounts, countTests, NO_TESTS, numberIn, totalOf } from './counts.ts'
import { isFileAsTest } from './file-as-test.ts'
import type { Reading, ReportReader } from './report-reader.ts'
import { stableName } from './stable-name.ts'
import type { TestCase, TestCounts, TestStatus } from './test-report.ts'

type Attributes = Readonly<Record<string, string>>
type Suite = {
  readonly name: string
  readonly declared: TestCounts
  readonly cases: TestCase[]
  hasSuites: boolean
  errors: number
}

/** A report with more than this is none; telling each would take longer than reading. */
const MOST_ERRORS = 100
const MOST_DEPTH = 1000

/** JUnit XML in every dialect we know of. Suites may nest; tests that a suite counts and does not name are counted. */
export const junitXml: ReportReader = {
  format: 'junit',
  sign: /<testsuites?[\s>/]/,
  read: ({ text }) => {
    const start = text.search(/<testsuites?[\s>/]/)
    const last = Math.max(text.lastIndexOf('</testsuite'), text.lastIndexOf('/>'))
    const end = last < start ? -1 : text.indexOf('>', last)
    return start < 0 ? null : readXml(end < 0 ? text.slice(start) : text.slice(start, end + 1))
  },
}

/** The parser knows no entities but XML's own and does not recurse, so neither kind of bomb goes off. */
function readXml(xml: string): Reading {
  const tests: TestCase[] = []
  const suites: Suite[] = []
  let unnamed = NO_TESTS
  let open: { readonly attributes: Attributes; status: TestStatus; todo: boolean } | null = null
  let depth = 0

  const options = { xmlns: false, fragment: true, position: false } as const
  const parser = new SaxesParser<typeof options>(options)
  let errors = 0
  parser.on('error', (error) => {
    errors += 1
    if (errors > MOST_ERRORS) throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > MOST_DEPTH) throw new Error('nested too deeply')
    const suite = suites.at(-1)
    if (name === 'testsuite') {
      if (suite !== undefined) suite.hasSuites = true
      suites.push({
        name: stableName([attributes['name'] ?? '']),
        declared: declaredIn(attributes),
        cases: [],
        hasSuites: false,
        errors: 0,
      })
    } else if (name === 'testcase') {
      open = { attributes, status: wasNotRun(attributes) ? 'skipped' : 'passed', todo: false }
    } else if (name === 'skipped' && open?.status === 'passed') {
      open.status = 'skipped'
      open.todo = attributes['type'] === 'todo'
    } else if (name === 'failure' || name === 'error') {
      if (suite !== undefined && name === 'error') suite.errors += 1
      if (open !== null) open.status = open.todo ? 'skipped' : 'failed'
      else if (suite !== undefined) suite.cases.push({ name: nameOf(suites, {}), status: 'failed' })
    }
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    if (name === 'testcase' && open !== null) {
      const { attributes, status } = open
      open = null
      if (status === 'passed' && attributes['classname'] === 'test' && isFileAsTest(attributes['name'] ?? ''))
        return
      const cases = suites.at(-1)?.cases ?? tests
      cases.push({ name: nameOf(suites, attributes), status })
    } else if (name === 'testsuite') {
      const suite = suites.pop()
      if (suite === undefined) return
      for (const test of suite.cases) tests.push(test)
      if (!suite.hasSuites) unnamed = addCounts(unnamed, notNamedIn(suite))
    }
  })
  let broken = false
  try {
    parser.write(xml).close()
  } catch {
    broken = true
  }
  const cutOff = broken || depth !== 0
  for (const suite of suites) tests.push(...suite.cases.slice(0, 10_000))
  const lost = { ...NO_TESTS, failed: cutOff ? 1 : 0 }
  return { tests, counted: addCounts(addCounts(countTests(tests), unnamed), lost), whole: !cutOff }
}

/** Suites and classes are told by many writers twice over, and some give all of them the same empty word. */
function nameOf(suites: readonly Suite[], { file, classname, name }: Attributes): string {
  const outer = suites.slice(-8).map((suite) => suite.name)
  const inner = name === undefined ? [] : [classname ?? '', name]
  const parts = [stableName([file ?? '']), ...outer, ...inner.map((part) => stableName([part]))]
  return stableName(
    parts.filter(
      (part, index) => parts.lastIndexOf(part) === index && (index === parts.length - 1 || !empty.has(part)),
    ),
  )
}

const empty = new Set(['test', 'suite', 'pytest', 'Root Suite', 'jest tests', 'vitest tests', 'Mocha Tests'])

function wasNotRun({ status, result }: Attributes): boolean {
  return /^(?:notrun|skipped|disabled|ignored|suppressed|pending)$/i.test(status ?? result ?? '')
}

function declaredIn(attributes: Attributes): TestCounts {
  const failed = numberIn(attributes['failures']) + numberIn(attributes['errors'])
  const skipped = numberIn(attributes['skipped'] ?? attributes['disabled'])
  return { failed, skipped, passed: Math.max(0, numberIn(attributes['tests']) - failed - skipped) }
}

/** pytest counts a test whose teardown failed twice and names it once. */
function notNamedIn({ declared, cases, errors }: Suite): TestCounts {
  if (totalOf(declared) <= cases.length + errors) return NO_TESTS
  const seen = countTests(cases)
  return {
    passed: Math.max(0, declared.passed - seen.passed),
    failed: Math.max(0, declared.failed - seen.failed),
    skipped: Math.max(0, declared.skipped - seen.skipped),
  }
}
