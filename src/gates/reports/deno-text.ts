import { addCounts, countTests, NO_TESTS, numberIn } from './counts.ts'
import type { ReportReader } from './report-reader.ts'
import { stableName } from './stable-name.ts'
import type { TestCase, TestStatus } from './test-report.ts'

const header = /^running (\d{1,9}) tests? from (\S{1,1000})$/
const result = /^( {0,60})(\S.{0,1000}?) \.\.\. (ok|FAILED|ignored|cancelled)(?: \(.{1,200}\))?$/
const opening = /^( {0,60})(\S.{0,1000}?) \.\.\.$/
const uncaught = /^Uncaught error from (\S{1,1000}) FAILED$/
const ending =
  /^(?:ok|FAILED) \| (\d{1,9}) passed(?: \((\d{1,9}) steps?\))? \| (\d{1,9}) failed(?: \((\d{1,9}) steps?\))?(?: \| (\d{1,9}) ignored)?(?: \((\d{1,9}) steps?\))?/

/** `deno test`, steps included. What a test prints stands between two lines of its own and is not read. */
export const denoText: ReportReader = {
  format: 'deno',
  sign: /^running \d{1,9} tests? from \S|^error: No test modules found/m,
  read: ({ lines }) => {
    const tests: TestCase[] = []
    let counted = NO_TESTS
    let file = ''
    let open: { readonly depth: number; readonly name: string }[] = []
    let running = false
    let printing = false
    for (const line of lines()) {
      if (/^-+ (?:post-test )?output -+$/.test(line)) printing = true
      if (/^-+ (?:post-test )?output end -+$/.test(line)) printing = false
      if (printing) continue
      const [, , from] = header.exec(line) ?? []
      if (from !== undefined) {
        file = from.replace(/^\.\//, '')
        running = true
        open = []
      }
      const failed = uncaught.exec(line)?.[1]
      if (failed !== undefined)
        tests.push({ name: stableName([failed.replace(/^\.\//, '')]), status: 'failed' })
      const [, indent = '', name = '', word] = result.exec(line) ?? []
      const begun = opening.exec(line)
      if (running && word !== undefined) {
        open = open.filter(({ depth }) => depth < indent.length)
        const names = [file, ...open.map((test) => test.name), name]
        tests.push({ name: stableName(names), status: statusOf(word) })
      } else if (running && begun !== null) {
        const depth = begun[1]?.length ?? 0
        open = [...open.filter((test) => test.depth < depth), { depth, name: begun[2] ?? '' }].slice(-8)
      }
      const told = ending.exec(line)
      if (told === null) continue
      running = false
      const [passed, failures] = [
        numberIn(told[1]) + numberIn(told[2]),
        numberIn(told[3]) + numberIn(told[4]),
      ]
      const skipped = numberIn(told[5]) + numberIn(told[6])
      counted = addCounts(counted, { passed, failed: failures, skipped })
    }
    const seen = countTests(tests)
    if (running) counted = { ...counted, failed: Math.max(counted.failed, seen.failed) + 1 }
    return { tests, counted, whole: !running }
  },
}

function statusOf(word: string): TestStatus {
  if (word === 'ok') return 'passed'
  return word === 'ignored' ? 'skipped' : 'failed'
}
