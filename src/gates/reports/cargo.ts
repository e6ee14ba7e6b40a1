import { addCounts, NO_TESTS, numberIn } from './counts.ts'
import type { ReportReader } from './report-reader.ts'
import { stableName } from './stable-name.ts'
import type { TestCase, TestStatus } from './test-report.ts'

const target = /^ {0,12}Running ([^()]{1,300}) \(([^()]{1,600})\)$/
const announced = /^running (\d{1,9}) tests?$/
const docTests = /^ {0,12}Doc-tests (\S{1,200})$/
const result = /^test (.{1,600}?) \.\.\. (ok|FAILED|failed|ignored)(?:, .{0,600})?(?: <\d[\d.]*s>)?$/
const summary = /^test result: \w+\. (\d{1,9}) passed; (\d{1,9}) failed; (\d{1,9}) ignored;/

/** `cargo test`: one report for each binary. One that announced its tests and gave no result has crashed. */
export const cargo: ReportReader = {
  format: 'cargo',
  sign: /^running \d{1,9} tests?$/m,
  read: ({ lines }) => {
    const tests: TestCase[] = []
    let counted = NO_TESTS
    let crashed = 0
    let running = false
    let left = 0
    let suite = ''
    const crash = (): void => {
      if (running) crashed += Math.max(1, left)
      running = false
    }
    for (const line of lines()) {
      const named = target.exec(line)
      const documented = docTests.exec(line)
      if (named !== null || documented !== null) {
        crash()
        suite =
          named === null ? `doc-tests ${documented?.[1] ?? ''}` : suiteOf(named[1] ?? '', named[2] ?? '')
      } else if (announced.test(line)) {
        crash()
        running = true
        left = numberIn(announced.exec(line)?.[1])
      } else if (running) {
        const test = result.exec(line)
        if (test !== null) {
          left -= 1
          tests.push({ name: stableName([suite, nameOf(test[1])]), status: statusOf(test[2]) })
        }
        const told = summary.exec(line)
        if (told === null) continue
        running = false
        const [passed, failed, skipped] = [numberIn(told[1]), numberIn(told[2]), numberIn(told[3])]
        counted = addCounts(counted, { passed, failed, skipped })
      }
    }
    crash()
    if (crashed > 0) {
      const failed = tests.filter(({ status }) => status === 'failed').length
      counted = { ...counted, failed: Math.max(counted.failed, failed) + crashed }
    }
    return { tests, counted, whole: crashed === 0 }
  },
}

/** The binary's own name tells crates apart; its hash does not stay the same. */
function suiteOf(what: string, binary: string): string {
  const file = binary.split(/[\\/]/).at(-1) ?? ''
  return `${file.replace(/-[0-9a-f]{16}(?:\.exe)?$/, '')} ${what.replace(/^unittests /, '')}`
}

/** The line of a documentation test moves with every edit above it. */
function nameOf(text: string | undefined): string {
  return (text ?? '').replace(/ - should panic$/, '').replace(/ \(line \d{1,9}\)/, '')
}

function statusOf(word: string | undefined): TestStatus {
  if (word === 'ok') return 'passed'
  return word === 'ignored' ? 'skipped' : 'failed'
}
