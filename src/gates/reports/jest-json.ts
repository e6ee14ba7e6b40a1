import type { ReportReader } from './report-reader.ts'
import { fieldIn, listIn, parseJson, textIn } from './loose-json.ts'
import { stableName } from './stable-name.ts'
import type { TestCase, TestStatus } from './test-report.ts'

/** Jest's JSON, which vitest writes too: a file of its own, or one line of the output. */
export const jestJson: ReportReader = {
  format: 'jest-json',
  sign: /"numTotalTests"/,
  read: ({ text }) => {
    const tests: TestCase[] = []
    let known = false
    for (const document of documentsIn(text)) {
      if (!Array.isArray(fieldIn(document, 'testResults'))) continue
      known = true
      for (const file of listIn(document, 'testResults')) for (const test of testsOf(file)) tests.push(test)
    }
    return known ? { tests, counted: null, whole: true } : null
  },
}

function* documentsIn(text: string): Generator {
  const trimmed = text.trim()
  const whole = trimmed.startsWith('{') ? parseJson(trimmed) : null
  if (whole !== null) yield whole
  else if (trimmed.includes('\n'))
    for (const line of text.split('\n'))
      if (line.startsWith('{') && line.includes('"numTotalTests"')) yield parseJson(line)
}

function testsOf(file: unknown): readonly TestCase[] {
  const path = textIn(file, 'name') ?? ''
  const tests = listIn(file, 'assertionResults').map((test): TestCase => {
    const ancestors = listIn(test, 'ancestorTitles').filter((title) => typeof title === 'string')
    const title = textIn(test, 'title') ?? textIn(test, 'fullName') ?? ''
    return { name: stableName([path, ...ancestors, title]), status: statusOf(textIn(test, 'status')) }
  })
  const fileFailed = textIn(file, 'status') === 'failed' && !tests.some(({ status }) => status === 'failed')
  return fileFailed ? [...tests, { name: stableName([path]), status: 'failed' }] : tests
}

function statusOf(status: string | null): TestStatus {
  if (status === 'passed' || status === 'failed') return status
  return status === null ? 'failed' : 'skipped'
}
