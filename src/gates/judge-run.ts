import type { GateResult, GateRun } from './gate-run.ts'
import type { Judgement } from './judge-gate.ts'
import { judgeGate } from './judge-gate.ts'
import type { ProvingCommand } from './proving-command.ts'
import type { References } from './reference.ts'
import { addCounts, NO_TESTS } from './reports/counts.ts'
import type { TestCounts } from './reports/test-report.ts'
import type { Verdict } from './verdict.ts'

/** By what a run of gates is measured. */
export interface Measures {
  readonly references: References
  readonly accepted: ReadonlySet<string>
  readonly excused: ReadonlySet<string>
}

export interface JudgedGate {
  readonly gate: ProvingCommand
  readonly result: GateResult
  readonly judgement: Judgement
}

export function judgeEach(
  commands: readonly ProvingCommand[],
  { gates }: GateRun,
  { references, accepted, excused }: Measures,
): readonly JudgedGate[] {
  return commands.flatMap((gate) => {
    const result = gates.find(({ evidence }) => evidence.name === gate.name)
    if (result === undefined) return []
    const reference = references.get(gate.name) ?? null
    return [{ gate, result, judgement: judgeGate(gate, result, { reference, accepted, excused }) }]
  })
}

const MOST_NAMES = 50

/** The verdict on one commit: passed only when every gate was run and none of them has anything against it. */
export function judgeRun(
  at: { readonly commit: string; readonly tree: string },
  commands: readonly ProvingCommand[],
  run: GateRun,
  measures: Measures,
): Verdict {
  const judged = judgeEach(commands, run, measures)
  const names = (of: (judgement: Judgement) => readonly string[]): readonly string[] =>
    judged.flatMap(({ judgement }) => of(judgement)).slice(0, MOST_NAMES)
  const told = {
    ...at,
    counts: countsOf(run.gates),
    failedTests: names(({ failed }) => failed),
    knownFailures: names(({ known }) => known),
    vanished: names(({ vanished }) => vanished),
    flaky: names(({ excused }) => excused),
    reusedFrom: run.storedBy,
    evidence: run.gates.map(({ evidence }) => evidence),
  }
  if (run.unprepared !== null) {
    const message = `The workspace could not be prepared: ${run.unprepared.problem}`
    const evidence = [run.unprepared.evidence]
    return { ...told, status: 'errored', cause: 'not-prepared', message, evidence }
  }
  if (run.disturbed !== undefined)
    return { ...told, status: 'errored', cause: 'disturbed', message: run.disturbed }
  const wrong = judged.find(({ judgement }) => judgement.cause !== null)?.judgement
  if (wrong !== undefined) return { ...told, status: 'failed', cause: wrong.cause, message: wrong.message }
  const missing = commands.find(({ name }) => !judged.some(({ gate }) => gate.name === name))
  if (missing !== undefined)
    return {
      ...told,
      status: 'errored',
      cause: 'not-prepared',
      message: `\`${missing.command}\` was not run.`,
    }
  return { ...told, status: 'passed', cause: null, message: praise(commands, judged) }
}

function countsOf(gates: readonly GateResult[]): TestCounts | null {
  const counted = gates.flatMap(({ report }) => (report === null ? [] : [report.counts]))
  return counted.length === 0 ? null : counted.reduce(addCounts, NO_TESTS)
}

function countWords(tests: number): string {
  return tests === 1 ? '1 test' : `${tests} tests`
}

function praise(commands: readonly ProvingCommand[], judged: readonly JudgedGate[]): string {
  if (commands.length === 0) return 'No gate decides here.'
  const told = judged.map(({ gate, result, judgement }) => {
    const { known, excused } = judgement
    const notes = [
      ...(result.report === null ? [] : [countWords(result.report.counts.passed)]),
      ...(known.length === 0 ? [] : [`${known.length} failed before already`]),
      ...(excused.length === 0 ? [] : [`${excused.length} failed by chance, as on the base`]),
    ]
    return `\`${gate.command}\`${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`
  })
  return `${told.join(', ')} passed.`
}
