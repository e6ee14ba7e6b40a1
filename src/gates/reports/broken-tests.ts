import { cleanOutput } from './clean-output.ts'
import { isFileAsTest } from './file-as-test.ts'
import type { TestReport } from './test-report.ts'

/** A test that failed because something it needs is not there, or that never came to an end. */
export type BrokenTest = { readonly name: string; readonly why: string }

/** An expectation that was not met, in the words of the common runners and assertion libraries. */
const assertion =
  /AssertionError|ERR_ASSERTION|AssertionFailedError|^E {2,}assert\b|\bassertion [^\n]{0,200}failed|expect\((?:received|jest\.fn|spy|element|locator)|ComparisonFailure|panicked at/m

/** Something that the test, or what it loads, asks for and that is not there. */
const missing =
  /Cannot find (?:module|package|name)[^\n]{0,200}|ERR_(?:MODULE_NOT_FOUND|PACKAGE_PATH_NOT_EXPORTED|UNSUPPORTED_DIR_IMPORT)|does not provide an export named[^\n]{0,100}|Failed to (?:resolve|load|import)[^\n]{0,200}|[\w.$]{1,80} is not a (?:function|constructor)[^\n]{0,60}|\b(?:ImportError|ModuleNotFoundError|IndentationError|LoadError)\b[^\n]{0,200}|\bSyntaxError: (?![^\n]{0,200}JSON)[^\n]{0,200}|AttributeError: (?:module|type object) [^\n]{0,200}|fixture '[^']{0,80}' not found|unresolved import[^\n]{0,100}|cannot find (?:function|value|type|macro|symbol|struct)[^\n]{0,100}|\berror\[E\d{4}\][^\n]{0,160}|could not compile[^\n]{0,100}|undefined: \w{1,80}|\[(?:build|setup) failed\]|Test suite failed to run|error TS\d{4}[^\n]{0,160}|ENOENT[^\n]{0,160}|No such file or directory[^\n]{0,160}|ClassNotFoundException|NoClassDefFoundError|COMPILATION ERROR/

/** A test that did not end, or was never begun. */
const unended =
  /Test timed out[^\n]{0,80}|Exceeded timeout[^\n]{0,80}|Timeout of \d+ ?ms exceeded|testTimeoutFailure|cancelledByParent|test did not finish/

const MOST_TESTS = 200
const MOST_LINES = 60
/** What a file prints when it cannot be run stands before its name. */
const LINES_BEFORE_FILE = 30

/**
 * Which of the tests that failed did so without any expectation about behaviour having been tried, as far as the
 * output tells. One of which nothing is said is not broken: an error of the product itself is a failure like any other.
 */
export function brokenTests(report: TestReport, output: string): readonly BrokenTest[] {
  const failed = report.tests.filter(({ status }) => status === 'failed').slice(0, MOST_TESTS)
  if (failed.length === 0) return []
  const lines = cleanOutput(output, []).split('\n')
  const titles = new Set(report.tests.map(({ name }) => titleOf(name)))
  return failed.flatMap(({ name }): readonly BrokenTest[] => {
    const isFile = isFileAsTest(titleOf(name))
    const told = toldOf(titleOf(name), lines, titles, isFile ? LINES_BEFORE_FILE : 0)
    const why = whyBroken(told)
    if (why !== null) return [{ name, why }]
    if (!isFile || assertion.test(told)) return []
    return [{ name, why: 'its file could not be run' }]
  })
}

/** Lines of the sources that runners show around an error. */
const shownSource = /^[ \t]*(?:>[ \t]*)?(?:\d+[ \t]*)?\|.*$|^>[ \t]{2,}.*$/gm

/** Why nothing in a failing command's output speaks of behaviour; `null` when that cannot be said. */
export function whyBroken(printed: string): string | null {
  const output = printed.replace(shownSource, '')
  if (assertion.test(output)) return null
  return missing.exec(output)?.[0].trim() ?? unended.exec(output)?.[0].trim() ?? null
}

function titleOf(name: string): string {
  return (
    name
      .split(' > ')
      .at(-1)
      ?.split('::')
      .at(-1)
      ?.replace(/ \([\w.<>]+\)$/, '') ?? name
  )
}

/** What is printed from the lines that name a test up to those that name another. */
function toldOf(
  title: string,
  lines: readonly string[],
  titles: ReadonlySet<string>,
  before: number,
): string {
  const told: string[] = []
  for (let start = 0; start < lines.length; start += 1) {
    if (lines[start]?.includes(title) !== true) continue
    told.push(...lines.slice(Math.max(0, start - before), start + 1))
    for (let next = start + 1; next < Math.min(lines.length, start + MOST_LINES); next += 1) {
      const line = lines[next] ?? ''
      if (namesAnother(line, title, titles)) break
      told.push(line)
    }
  }
  return told.join('\n')
}

/** Where Go has told all of one package. */
const packageEnd = /^(?:FAIL|ok {2})\t|^# \S/

/** A line that begins or ends with the title of another test, whatever marks and times stand around it. */
function namesAnother(line: string, title: string, titles: ReadonlySet<string>): boolean {
  if (line.includes(title)) return false
  if (packageEnd.test(line)) return true
  const plain = line
    .replace(
      /^[\s✔✖✓×﹣●▶_=-]*(?:(?:not )?ok \d+ - |--- (?:PASS|FAIL|SKIP): |(?:FAIL|ERROR): |\d+\) |test )?/u,
      '',
    )
    .replace(/[\s_=-]*(?:\([\d.e+-]+ ?m?s\)|\.\.\. \w+|\([\w.<>]+\)(?: \.\.\. \w+)?)?[\s_=-]*$/, '')
  return titles.has(plain) || titles.has(plain.split(/ > |::/).at(-1) ?? '')
}
