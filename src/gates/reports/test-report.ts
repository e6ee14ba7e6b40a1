export type TestStatus = 'passed' | 'failed' | 'skipped'

/** One test by a name that stays the same from run to run. */
export type TestCase = { readonly name: string; readonly status: TestStatus }

export type TestCounts = { readonly passed: number; readonly failed: number; readonly skipped: number }

/** Which tests a command ran, as its own report tells. All counts 0 is an answer too: no tests ran. */
export type TestReport = {
  readonly format: string
  readonly counts: TestCounts
  readonly tests: readonly TestCase[]
  /** Whether every test that was counted is named. */
  readonly complete: boolean
}
