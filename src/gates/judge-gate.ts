import type { GateResult } from './gate-run.ts'
import { failedIn, testKey } from './gate-run.ts'
import type { ProvingCommand } from './proving-command.ts'
import type { GateReference, ReferenceReport } from './reference.ts'
import { tellRewritten } from './rewritten-files.ts'
import type { TestReport } from './reports/test-report.ts'
import type { VerdictCause } from './verdict.ts'

/** What a gate's result means against what was known before. */
export interface Judgement {
  readonly cause: VerdictCause | null
  /** What is wrong, in one sentence; empty when nothing is. */
  readonly message: string
  /** Failing tests that are neither known nor excused. */
  readonly failed: readonly string[]
  /** Whether nothing is wrong but failures of tests that passed before, in which chance may have a hand. */
  readonly mayBeChance: boolean
  readonly known: readonly string[]
  readonly excused: readonly string[]
  readonly vanished: readonly string[]
}

export interface Measure {
  readonly reference: GateReference | null
  /** Tests that may be gone. */
  readonly accepted: ReadonlySet<string>
  /** Tests that fail by chance, by `testKey`. */
  readonly excused: ReadonlySet<string>
}

const nothing = { mayBeChance: false, failed: [], known: [], excused: [], vanished: [] }

/** Judges one gate; everything that is not surely a pass is a cause. */
export function judgeGate(gate: ProvingCommand, result: GateResult, measure: Measure): Judgement {
  const judgement = judgeResult(gate, result, measure)
  if (judgement.cause !== null) return judgement
  const message = tellRewritten(gate.command, result.rewritten ?? [], measure.reference?.rewrites ?? [])
  return message === null ? judgement : { ...judgement, cause: 'rewritten-files', message }
}

function judgeResult(gate: ProvingCommand, result: GateResult, measure: Measure): Judgement {
  const { evidence, report, timedOut, signal } = result
  const { command, timeoutMs } = gate
  const reference = measure.reference?.report ?? null
  const wrong = (cause: VerdictCause, message: string): Judgement => ({ ...nothing, cause, message })
  if (timedOut) return wrong('timed-out', `\`${command}\` did not end within ${timeoutMs} ms.`)
  if (evidence.exitCode === null)
    return wrong('exit-code', `\`${command}\` was ended by ${signal ?? 'a signal'}.`)
  if (report === null) {
    if (evidence.exitCode !== 0) return wrong('exit-code', exitOf(gate, evidence.exitCode))
    if (reference === null) return { ...nothing, cause: null, message: '' }
    return wrong('unreadable-report', `\`${command}\` no longer says which tests it ran.`)
  }
  return judgeReport(gate, evidence.exitCode, report, result, measure)
}

function judgeReport(
  gate: ProvingCommand,
  exitCode: number,
  report: TestReport,
  result: GateResult,
  measure: Measure,
): Judgement {
  const reference = measure.reference?.report ?? null
  const failing = failedIn(result)
  const known = failing.filter((test) => reference?.tests.get(test) === 'failed')
  const excused = failing.filter((test) => measure.excused.has(testKey(gate.name, test)))
  const failed = failing.filter((test) => !known.includes(test) && !excused.includes(test))
  const vanished = vanishedSince(gate, reference, report, measure.accepted)
  const lists = { mayBeChance: false, failed, known, excused, vanished }
  const unnamed = Math.max(0, report.counts.failed - failing.length)
  const ran = report.counts.passed + report.counts.failed
  const wrong = (cause: VerdictCause, message: string): Judgement => ({ ...lists, cause, message })

  if (ran === 0) {
    const how = exitCode === 0 ? '' : ` and ended with exit code ${exitCode}`
    return wrong('no-tests', `\`${gate.command}\` ran no tests${how}.`)
  }
  if (failed.length + unnamed > 0) {
    const told = `\`${gate.command}\`: ${failed.length + unnamed} of ${count(ran, 'test')} failed`
    const mayBeChance =
      unnamed + vanished.length === 0 && failed.every((test) => passedBefore(reference, test))
    return { ...wrong('failed-tests', `${told}${listed(failed)}.`), mayBeChance }
  }
  if (reference?.complete === true && !report.complete)
    return wrong('unreadable-report', `\`${gate.command}\` no longer names every test that it ran.`)
  if (vanished.length > 0) {
    const told = `${count(vanished.length, 'test')} that ran before ${vanished.length === 1 ? 'does' : 'do'} not run any more`
    return wrong('vanished-tests', `\`${gate.command}\`: ${told}${listed(vanished)}.`)
  }
  if (exitCode !== 0 && !isExplained(exitCode, failing, excused, measure.reference))
    return wrong('exit-code', exitOf(gate, exitCode))
  return { ...lists, cause: null, message: '' }
}

/** What an incomplete report does not name may have passed. */
function passedBefore(reference: ReferenceReport | null, test: string): boolean {
  if (reference === null) return false
  return reference.tests.get(test) === 'passed' || (!reference.complete && !reference.tests.has(test))
}

function vanishedSince(
  { name }: ProvingCommand,
  reference: ReferenceReport | null,
  report: TestReport,
  accepted: ReadonlySet<string>,
): readonly string[] {
  if (reference === null) return []
  if (reference.complete && report.complete) {
    const running = new Set(report.tests.flatMap((test) => (test.status === 'skipped' ? [] : [test.name])))
    return [...reference.tests].flatMap(([test, status]) =>
      status === 'skipped' || running.has(test) || accepted.has(test) ? [] : [test],
    )
  }
  const missing = reference.ran - report.counts.passed - report.counts.failed
  const unnamed = `${count(missing, 'unnamed test')} of ${name}`
  return missing <= 0 || accepted.has(unnamed) ? [] : [unnamed]
}

/**
 * An exit code that is not 0 is explained by failures that are not held against the change, when it is the one
 * that the base gave, or counts them as some runners do, or comes from a failure by chance.
 */
function isExplained(
  exitCode: number,
  failing: readonly string[],
  excused: readonly string[],
  reference: GateReference | null,
): boolean {
  if (failing.length === 0) return false
  return excused.length > 0 || exitCode === reference?.exitCode || exitCode === failing.length
}

function exitOf({ command }: ProvingCommand, exitCode: number): string {
  return `\`${command}\` ended with exit code ${exitCode}.`
}

const MOST_NAMED = 3

function listed(tests: readonly string[]): string {
  if (tests.length === 0) return ''
  const more = tests.length > MOST_NAMED ? `, and ${tests.length - MOST_NAMED} more` : ''
  return `: ${tests.slice(0, MOST_NAMED).join(', ')}${more}`
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
