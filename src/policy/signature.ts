import { digestOf } from '../kernel/digest.ts'
import type { FailureClass } from './failure-class.ts'

const LONGEST = 300
const LINES = 5
const LONGEST_LINE = 500

/**
 * What one failure has in common with itself the next time. Contract: numbers, hexadecimal, paths, times and
 * colours do not count, nor does the order in which tests failed.
 */
export function signatureOf(failure: {
  readonly class: FailureClass
  /** Which gate or step failed. */
  readonly at: string
  readonly tests: readonly string[]
  readonly output: string
}): string {
  const what =
    failure.tests.length > 0
      ? [...new Set(failure.tests)].toSorted().join(' | ')
      : errorLines(failure.output).join(' | ')
  const whole = `${failure.class} at ${failure.at}: ${what}`
  return whole.length <= LONGEST ? whole : `${whole.slice(0, LONGEST)}… ${digestOf(whole)}`
}

const speaksOfFailure =
  /error|fail|exception|panic|assert|expected|cannot|undefined|not (found|ok|defined)|unknown|denied/i

/** The last lines that speak of an error, or simply the last ones, without anything that differs each time. */
function errorLines(output: string): readonly string[] {
  const lines = output
    .slice(-20_000)
    .split(/\r\n|[\r\n]/)
    .map((line) => plainLine(line.slice(0, LONGEST_LINE)))
    .filter((line) => /\p{L}/u.test(line))
  const speaking = lines.filter((line) => speaksOfFailure.test(line))
  return (speaking.length > 0 ? speaking : lines).slice(-LINES)
}

const ESCAPE = String.fromCodePoint(27)
/** Sequences that colour a terminal or move about in it. */
const colours = new RegExp(`${ESCAPE}(?:\\[[0-9;?]*[ -/]*[@-~]|\\][^${ESCAPE}]*(?:${ESCAPE}\\\\)?|.)`, 'g')

function plainLine(line: string): string {
  return line
    .replace(colours, '')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, '#')
    .replace(/\b0x[0-9a-f]+\b|\b(?=[a-f]*[0-9])[0-9a-f]{7,64}\b/gi, '#')
    .replace(/(?:file:\/\/|[A-Za-z]:[\\/]|\.{0,2}\/)?(?:[\w.@~+-]+[\\/])+[\w.@~+-]*/g, '<path>')
    .replace(/(?:^|(?<=[\s("'`=:]))\/[\w.@~+/-]+/g, '<path>')
    .replace(/\d+([.,:]\d+)*\s*(ms|s|m|h|sec|seconds|minutes|KB|MB|GB|bytes)?\b/g, '#')
    .replace(/\d+/g, '#')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
}
