import { countTests, largerCounts } from './counts.ts'
import type { Reading } from './report-reader.ts'
import type { TestReport } from './test-report.ts'

/** A reading as a report: what is named and what is counted are held against each other. */
export function settleReading(format: string, { tests, counted, whole }: Reading): TestReport {
  const named = countTests(tests)
  const told = counted ?? named
  const complete =
    whole && named.passed >= told.passed && named.failed >= told.failed && named.skipped >= told.skipped
  return { format, tests, complete, counts: complete ? named : largerCounts(named, told) }
}
