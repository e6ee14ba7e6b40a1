import type { ChangedFile } from '../../kernel/ports/repository.ts'
import type { AuditFinding } from './audit-finding.ts'
import { foldedName } from './fold-path.ts'
import { moveFinder } from './similarity.ts'
import { testPart } from './test-file.ts'
import { firstSkip, weakening } from './weakened-tests.ts'

/** What a change does to the tests that were there before; `agreed` says what a person must agree to rather than the agent undo. */
export function auditTests(
  files: readonly ChangedFile[],
  agreed: (path: string) => boolean,
): readonly AuditFinding[] {
  const tests = files.filter(({ path }) => testPart(path) !== null)
  const moves = movesOf(tests.filter(({ path }) => testPart(path) === 'test'))
  const targets = new Set(moves.values())
  return [
    ...tests.flatMap((file) => {
      const target = moves.get(file)
      if (target !== undefined) return auditMove(file, target)
      if (file.kind === 'added') return targets.has(file) ? [] : auditNew(file)
      return file.kind === 'deleted' ? auditDeleted(file, agreed) : auditChanged(file.path, file)
    }),
    ...files.flatMap(auditInlineTests),
  ]
}

function auditNew({ path, after }: ChangedFile): readonly AuditFinding[] {
  const skip = testPart(path) === 'test' && after !== null ? firstSkip(path, after) : null
  if (skip === null) return []
  const message = `${path}: this new test does not run (\`${skip}\`); make it run or leave it out.`
  return [{ rule: 'test-skipped', path, weight: 'reported', message }]
}

function auditDeleted({ path }: ChangedFile, agreed: (path: string) => boolean): readonly AuditFinding[] {
  if (testPart(path) === 'support') return [changed(path, 'something that tests stand on was deleted')]
  const weight = agreed(path) ? 'needs-approval' : 'refused'
  const what = weight === 'refused' ? 'put it back' : 'a person must agree to that'
  return [{ rule: 'test-deleted', path, weight, message: `${path}: this test was deleted; ${what}.` }]
}

function auditMove(gone: ChangedFile, target: ChangedFile): readonly AuditFinding[] {
  const moved = changed(gone.path, `this test was moved to ${target.path}`)
  const findings = auditChanged(target.path, { before: gone.before, after: target.after })
  return [
    moved,
    ...(findings.length === 0 ? [changed(target.path, `this test was moved from ${gone.path}`)] : findings),
  ]
}

function auditChanged(
  path: string,
  { before, after }: Pick<ChangedFile, 'before' | 'after'>,
): readonly AuditFinding[] {
  if (before !== null && before === after) return []
  if (
    before === null ||
    after === null ||
    testPart(path) === 'support' ||
    foldedName(path).endsWith('.snap')
  ) {
    return [changed(path, 'something that tests stand on was changed')]
  }
  const { skipped, changed: line } = weakening(path, before, after)
  return [
    ...(skipped === null ? [] : [skippedFinding(path, skipped)]),
    ...(line === null ? [] : [changed(path, `what this test checks was changed, first at \`${line}\``)]),
  ]
}

/** Rust keeps tests beside the code they test. */
function auditInlineTests({ path, before, after }: ChangedFile): readonly AuditFinding[] {
  if (testPart(path) !== null || !foldedName(path).endsWith('.rs') || before === null || after === null)
    return []
  const { skipped } = weakening(path, before, after)
  return skipped === null || !/#\[\s*(?:cfg\s*\(\s*test|(?:\w+::)*test)/.test(before)
    ? []
    : [skippedFinding(path, skipped)]
}

function skippedFinding(path: string, line: string): AuditFinding {
  const message = `${path}: \`${line}\` keeps tests from running; let all tests run that ran before.`
  return { rule: 'test-skipped', path, weight: 'refused', message }
}

function changed(path: string, what: string): AuditFinding {
  const message = `${path}: ${what}; the earlier version is run as well, so leave it as it was unless the task asks for this.`
  return { rule: 'test-changed', path, weight: 'reported', message }
}

function movesOf(tests: readonly ChangedFile[]): ReadonlyMap<ChangedFile, ChangedFile> {
  const added = new Map(tests.filter(({ kind }) => kind === 'added').map((file) => [file.path, file]))
  const find = moveFinder([...added.values()].map(({ path, after }) => ({ path, text: after ?? '' })))
  const moves = new Map<ChangedFile, ChangedFile>()
  const taken = new Set<string>()
  for (const gone of tests) {
    const arrival = gone.kind === 'deleted' && gone.before !== null ? find(gone.before, taken) : null
    const target = added.get(arrival?.path ?? '')
    if (target === undefined) continue
    moves.set(gone, target)
    taken.add(target.path)
  }
  return moves
}
