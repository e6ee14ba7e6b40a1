import type { Evidence, Verdict } from '../gates/verdict.ts'
import { sourceOf } from './name-step.ts'
import { oneLine } from '../kernel/plain-text.ts'
import { duration, plural } from './words.ts'

/** How a gate's command ended and what it counted, in one line. */
export function tellEvidence({ command, exitCode, durationMs, counts }: Evidence): string {
  const end = exitCode === null ? 'ended by force' : `exit ${exitCode}`
  const told = `${oneLine(command, 60)}: ${end} in ${duration(durationMs)}`
  if (counts === null) return told
  const { passed, failed, skipped } = counts
  return `${told}, ${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`
}

/** What a verdict knows of single tests, and whose evidence it is; one line for each. */
export function tellTests(verdict: Verdict): readonly string[] {
  const { failedTests, vanished, knownFailures, flaky, reusedFrom } = verdict
  const list = (what: string, tests: readonly string[]): readonly string[] =>
    tests.length === 0 ? [] : [`${what}: ${tests.map((test) => oneLine(test, 120)).join('; ')}`]
  return [
    ...list(`${plural(failedTests.length, 'test')} failed`, failedTests),
    ...list(`${plural(vanished.length, 'test')} gone`, vanished),
    ...list(`${plural(knownFailures.length, 'test')} failed before already`, knownFailures),
    ...list(`${plural(flaky.length, 'test')} failed by chance, as on the base`, flaky),
    ...(reusedFrom === null ? [] : [`seen before, ${sourceOf(reusedFrom)}`]),
  ]
}
