import { countTests, NO_TESTS, numberIn } from './counts.ts'
import { isFileAsTest } from './file-as-test.ts'
import type { Reading, ReportReader } from './report-reader.ts'
import { stableName } from './stable-name.ts'
import type { TestCase, TestStatus } from './test-report.ts'

type Result = { readonly names: readonly string[]; readonly status: TestStatus }
type Level = { readonly results: Result[]; planned: number | null; seen: number }

const line = /^( {0,60})(not ok|ok)\b(?: +(\d{1,9}))?(?: +-)?(?: (.*))?$/
const plan = /^( {0,60})1\.\.(\d{1,9})(?:\s*#.*)?$/
const directive = /(?<!\\)#\s*(skip|todo)/i

/**
 * TAP 13 and 14, with subtests four spaces deeper. A test that has subtests is told by them, and by its own name
 * only when it failed and they did not; a plan that was not kept, a stream that bailed out and one without a plan
 * have lost tests, which count as failed.
 */
export const tap: ReportReader = {
  format: 'tap',
  sign: /^(?:TAP version \d|1\.\.\d)/m,
  read: ({ lines }) => {
    let levels: Level[] = [newLevel()]
    let known = false
    let begun = false
    let lost = 0
    let diagnostics: number | null = null
    const tests: TestCase[] = []
    const finish = (): void => {
      const [top = newLevel()] = levels
      if (begun || top.planned === 0 || (top.planned !== null && top.seen > 0)) {
        known = true
        lost += top.planned === null ? 1 : Math.max(0, top.planned - top.seen)
        for (const { names, status } of levels.flatMap(({ results }) => results))
          tests.push({ name: stableName(names), status })
      }
      levels = [newLevel()]
      begun = false
      diagnostics = null
    }
    for (const text of lines()) {
      const indent = text.length - text.trimStart().length
      if (diagnostics !== null) {
        if (text.trim() === '' || (indent >= diagnostics && text.trim() !== '...')) continue
        diagnostics = null
      }
      if (/^TAP version \d/.test(text)) {
        if (begun) finish()
        begun = true
      } else if (/^ {1,62}---/.test(text)) diagnostics = indent
      else if (/^\s{0,60}Bail out!/.test(text)) lost += 1
      else {
        const planned = plan.exec(text)
        if (planned !== null) levelAt(levels, planned[1]).planned = numberIn(planned[2])
        const result = line.exec(text)
        if (result !== null) take(levels, result)
      }
    }
    finish()
    return known ? readingOf(tests, lost) : null
  },
}

function take(levels: Level[], [, indent, verdict, number = '', rest = '']: RegExpExecArray): void {
  const level = levelAt(levels, indent)
  level.seen += 1
  const depth = levels.indexOf(level)
  const inner = levels.splice(depth + 1).flatMap(({ results }) => results)
  const told = directive.exec(rest)
  const title = (told === null ? rest : rest.slice(0, told.index)).trim().replaceAll('\\#', '#')
  const name = title === '' ? number : title
  const status = told !== null ? 'skipped' : verdict === 'ok' ? 'passed' : 'failed'
  if (status === 'passed' && inner.length === 0 && depth === 0 && isFileAsTest(name)) return
  for (const child of inner) level.results.push({ ...child, names: [name, ...child.names].slice(0, 8) })
  const unexplained = status === 'failed' && !inner.some((child) => child.status === 'failed')
  if (inner.length === 0 || unexplained) level.results.push({ names: [name], status })
}

function levelAt(levels: Level[], indent = ''): Level {
  const depth = Math.floor(indent.length / 4)
  while (levels.length <= depth) levels.push(newLevel())
  return levels[depth] ?? newLevel()
}

function newLevel(): Level {
  return { results: [], planned: null, seen: 0 }
}

function readingOf(tests: readonly TestCase[], lost: number): Reading {
  const named = tests.length === 0 ? NO_TESTS : countTests(tests)
  return { tests, counted: { ...named, failed: named.failed + lost }, whole: lost === 0 }
}
