import type { TestCase, TestCounts } from './test-report.ts'

export const NO_TESTS: TestCounts = { passed: 0, failed: 0, skipped: 0 }

export function countTests(tests: readonly TestCase[]): TestCounts {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { status } of tests) counts[status] += 1
  return counts
}

export function addCounts(a: TestCounts, b: TestCounts): TestCounts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

export function largerCounts(a: TestCounts, b: TestCounts): TestCounts {
  return {
    passed: Math.max(a.passed, b.passed),
    failed: Math.max(a.failed, b.failed),
    skipped: Math.max(a.skipped, b.skipped),
  }
}

export function totalOf({ passed, failed, skipped }: TestCounts): number {
  return passed + failed + skipped
}

/** A number as a summary prints it; never negative and never beyond what can be counted. */
export function numberIn(text: string | undefined): number {
  const value = Number.parseInt((text ?? '').replaceAll(',', ''), 10)
  return Number.isSafeInteger(value) && value > 0 ? Math.min(value, 1_000_000_000) : 0
}
