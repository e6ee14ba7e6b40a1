import { addCounts, countTests, NO_TESTS, numberIn } from './counts.ts'
import type { ReportReader } from './report-reader.ts'
import { stableName } from './stable-name.ts'
import type { TestCase, TestCounts, TestStatus } from './test-report.ts'

const words = 'PASSED|FAILED|SKIPPED|XFAIL|XPASS|ERROR'
const verbose = new RegExp(`^(\\S.{0,1500}?) (${words})(?: \\(.{0,500}\\)?)?(?: +\\[ *\\d{1,3}%\\])?$`)
const distributed = new RegExp(`^\\[gw\\d{1,4}\\](?: +\\[ *\\d{1,3}%\\])? (${words}) (\\S.{0,1500}?) *$`)
const brief = /^(PASSED|FAILED|XFAIL|XPASS|ERROR) (\S.{0,1500}?)(?: - .*)?$/
const ending =
  /^(=+ )?(no tests ran|(?:\d{1,9} [a-z]{1,20}(?:, )?){1,20}) in \d[\d.]{0,12}s(?: \([\d:, a-z]{1,40}\))?(?: =+)?$/
const start = /^=+ test session starts =+$/

/** pytest: `-v` names every test, otherwise the short summary names what failed. An expected failure is no test passed. */
export const pytest: ReportReader = {
  format: 'pytest',
  sign: /^=+ test session starts =+$|^(?:=+ )?(?:no tests ran|\d{1,9} [a-z]{1,20}.{0,200}) in \d[\d.]{0,12}s/m,
  read: ({ lines }) => {
    const tests: TestCase[] = []
    let counted = NO_TESTS
    let listed: TestCase[] = []
    let summary: TestCase[] = []
    let ended = 0
    let open = false
    let lost = 0
    const commit = (counts: TestCounts): void => {
      for (const test of [...listed, ...notListed(summary, listed)]) tests.push(test)
      counted = addCounts(counted, counts)
      listed = []
      summary = []
      open = false
    }
    const lose = (): void => {
      if (!open) return
      lost += 1
      const seen = countTests(listed)
      commit({ ...seen, failed: seen.failed + 1 })
    }
    for (const line of lines()) {
      if (start.test(line)) {
        lose()
        open = true
        continue
      }
      const [, name = '', word] = verbose.exec(line) ?? []
      const [, spread, id = ''] = distributed.exec(line) ?? []
      const told = brief.exec(line)
      if (told !== null) summary.push({ name: stableName([told[2] ?? '']), status: statusOf(told[1]) })
      else if (word !== undefined && name.includes('::'))
        listed.push({ name: stableName([name]), status: statusOf(word) })
      else if (spread !== undefined) listed.push({ name: stableName([id]), status: statusOf(spread) })
      const end = ending.exec(line)
      if (end !== null && (end[1] !== undefined || !open)) {
        const counts = countsIn(end[2] ?? '')
        if (counts === null) continue
        ended += 1
        commit(counts)
      }
    }
    lose()
    return ended + lost === 0 ? null : { tests, counted, whole: lost === 0 }
  },
}

/** The summary tells again what is listed; it ends a name at the first ` - `, which may stand in a parameter. */
function notListed(summary: readonly TestCase[], listed: readonly TestCase[]): readonly TestCase[] {
  const cut = (name: string): string => name.split(' - ')[0] ?? name
  const all = new Set(listed.map(({ name }) => cut(name)))
  const failed = new Set(listed.filter(({ status }) => status === 'failed').map(({ name }) => cut(name)))
  return summary.filter(({ name, status }) => !(status === 'failed' ? failed : all).has(name))
}

function countsIn(text: string): TestCounts | null {
  if (text === 'no tests ran') return NO_TESTS
  const counts = { passed: 0, failed: 0, skipped: 0 }
  let known = false
  for (const [, number, word] of text.matchAll(/(\d{1,9}) ([a-z]{1,20})/g)) {
    const key = keys[word ?? '']
    if (key === undefined) continue
    known = true
    if (key !== null) counts[key] += numberIn(number)
  }
  return known ? counts : null
}

const keys: Readonly<Record<string, TestStatus | null>> = {
  passed: 'passed',
  xpassed: 'passed',
  failed: 'failed',
  error: 'failed',
  errors: 'failed',
  skipped: 'skipped',
  xfailed: 'skipped',
  deselected: null,
  warning: null,
  warnings: null,
  rerun: null,
}

function statusOf(word: string | undefined): TestStatus {
  if (word === 'PASSED' || word === 'XPASS') return 'passed'
  return word === 'SKIPPED' || word === 'XFAIL' ? 'skipped' : 'failed'
}
