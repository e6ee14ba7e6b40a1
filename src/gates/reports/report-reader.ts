import type { TestCase, TestCounts } from './test-report.ts'

/** One stretch of output, clean of escapes; lines are cut at a length that no report needs. */
export type Stream = { readonly text: string; readonly lines: () => readonly string[] }

/** What one format's reader saw. */
export type Reading = {
  readonly tests: readonly TestCase[]
  /** The format's own totals; `null` when it prints none. */
  readonly counted: TestCounts | null
  /** False for a format that does not name every test, and for a report that was cut off. */
  readonly whole: boolean
}

/** Contract: `read` never throws and takes time in proportion to the text. */
export type ReportReader = {
  readonly format: string
  /** What a stream of this format surely has, quick to look for. */
  readonly sign: RegExp
  readonly read: (stream: Stream) => Reading | null
}
