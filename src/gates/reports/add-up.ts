import { addCounts, NO_TESTS } from './counts.ts'
import type { TestCase, TestReport, TestStatus } from './test-report.ts'

/**
 * All reports as one. A name that comes twice is numbered (`x`, `x #2`) in an order that does not depend on which
 * came first; where one of the namesakes failed all of them count as failed, so that a report somebody printed
 * cannot outshine the real one.
 */
export function addUp(reports: readonly TestReport[]): TestReport {
  const byName = new Map<string, TestCase[]>()
  for (const test of reports.flatMap(({ tests }) => tests)) {
    const namesakes = byName.get(test.name)
    if (namesakes === undefined) byName.set(test.name, [test])
    else namesakes.push(test)
  }
  let counts = reports.reduce((sum, report) => addCounts(sum, report.counts), NO_TESTS)
  const tests: TestCase[] = []
  for (const [name, namesakes] of byName) {
    const failed = namesakes.some(({ status }) => status === 'failed')
    for (const [index, status] of statusesOf(namesakes).entries()) {
      const settled = failed ? 'failed' : status
      if (settled !== status) counts = { ...counts, [status]: counts[status] - 1, failed: counts.failed + 1 }
      tests.push({ name: index === 0 ? name : `${name} #${index + 1}`, status: settled })
    }
  }
  return {
    format: [...new Set(reports.map(({ format }) => format))].join('+'),
    counts,
    tests,
    complete: reports.every(({ complete }) => complete),
  }
}

const order: Readonly<Record<TestStatus, number>> = { failed: 0, skipped: 1, passed: 2 }

function statusesOf(namesakes: readonly TestCase[]): readonly TestStatus[] {
  return namesakes.map(({ status }) => status).toSorted((a, b) => order[a] - order[b])
}
