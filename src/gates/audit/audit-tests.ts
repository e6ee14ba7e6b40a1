import type { ChangedFile } from '../../kernel/ports/repository.ts'
import type { AuditFinding } from './audit-finding.ts'
import { auditInlineTests } from './audit-inline-tests.ts'
import type { MovedTo } from './changed-source.ts'
import { changedSource, movedFinder } from './changed-source.ts'
import { moveFinder } from './similarity.ts'
import { testPart } from './test-file.ts'
import { firstSkip, weakening } from './weakened-tests.ts'

/** What a change does to the tests that were there before; `agreed` says what a person must agree to rather than the agent undo. */
export function auditTests(
  files: readonly ChangedFile[],
  agreed: (path: string) => boolean,
  partOf: (path: string) => 'test' | 'support' | null = testPart,
): readonly AuditFinding[] {
  const tests = files.filter(({ path }) => partOf(path) !== null)
  const moves = movesOf(tests.filter(({ path }) => partOf(path) === 'test'))
  const movedTo = movedFinder(files)
  const targets = new Set(moves.values())
  return [
    ...tests.flatMap((file) => {
      const target = moves.get(file)
      if (target !== undefined) return auditMove(file, target, movedTo)
      if (file.kind === 'added') return targets.has(file) ? [] : auditNew(file)
      if (file.kind === 'deleted') return auditDeleted(file, partOf(file.path) === 'support', agreed)
      return partOf(file.path) === 'support' ? auditSupport(file) : auditChanged(file.path, file, movedTo)
    }),
    ...auditInlineTests(files, partOf),
  ]
}

function auditNew({ path, after }: ChangedFile): readonly AuditFinding[] {
  const skip = testPart(path) === 'test' && after !== null ? firstSkip(path, after) : null
  if (skip === null) return []
  const message = `${path}: this new test does not run (\`${skip}\`); make it run or leave it out.`
  return [
    {
      rule: 'test-skipped',
      path,
      weight: 'reported',
      message,
      told: `added a test that does not run, ${path}`,
    },
  ]
}

function auditDeleted(
  { path }: ChangedFile,
  isSupport: boolean,
  agreed: (path: string) => boolean,
): readonly AuditFinding[] {
  if (isSupport) {
    return [
      changed(path, 'something that tests stand on was deleted', `removed ${path}, which tests stand on`),
    ]
  }
  const weight = agreed(path) ? 'needs-approval' : 'refused'
  const what = weight === 'refused' ? 'put it back' : 'a person must agree to that'
  return [
    {
      rule: 'test-deleted',
      path,
      weight,
      message: `${path}: this test was deleted; ${what}.`,
      told: `removed the test ${path}`,
    },
  ]
}

/** One that only moved, with the paths of what it loads, is the test that it was. */
function auditMove(gone: ChangedFile, target: ChangedFile, movedTo: MovedTo): readonly AuditFinding[] {
  const findings = auditChanged(target.path, { before: gone.before, after: target.after }, movedTo, gone.path)
  const moved = changed(
    gone.path,
    `this test was moved to ${target.path}`,
    `moved the test ${gone.path} to ${target.path}`,
  )
  const arrived = changed(
    target.path,
    `this test was moved from ${gone.path}`,
    `moved the test ${gone.path} to ${target.path}`,
  )
  return [moved, ...(findings.length === 0 ? [arrived] : findings)]
}

function auditSupport({ path, before, after }: ChangedFile): readonly AuditFinding[] {
  if (before !== null && before === after) return []
  return [changed(path, 'something that tests stand on was changed', `changed ${path}, which tests stand on`)]
}

function auditChanged(
  path: string,
  { before, after }: Pick<ChangedFile, 'before' | 'after'>,
  movedTo: MovedTo,
  oldPath = path,
): readonly AuditFinding[] {
  if (before !== null && before === after) return []
  if (before === null || after === null) {
    return [
      changed(
        path,
        'this test cannot be read as text',
        `changed the test ${path}, which cannot be read as text`,
      ),
    ]
  }
  const { skipped, conditional, changed: line } = weakening(path, before, after)
  const other = line ?? changedSource({ path: oldPath, text: before }, { path, text: after }, movedTo)
  return [
    ...(skipped === null ? [] : [skippedFinding(path, skipped)]),
    ...(conditional === null ? [] : [conditionalFinding(path, conditional)]),
    ...(other === null
      ? []
      : [
          changed(
            path,
            `what this test checks was changed, first at \`${other}\``,
            `changed what the test ${path} checks, first at \`${other}\``,
          ),
        ]),
  ]
}

function skippedFinding(path: string, line: string): AuditFinding {
  const message = `${path}: \`${line}\` keeps tests from running; let all tests run that ran before.`
  return {
    rule: 'test-skipped',
    path,
    weight: 'refused',
    message,
    told: `keeps tests in ${path} from running (\`${line}\`)`,
  }
}

function conditionalFinding(path: string, line: string): AuditFinding {
  return {
    rule: 'test-skipped',
    path,
    weight: 'reported',
    message: `${path}: a new test runs only where its condition holds (\`${line}\`).`,
    told: `added a test to ${path} that does not run everywhere (\`${line}\`)`,
  }
}

function changed(path: string, what: string, told: string): AuditFinding {
  const message = `${path}: ${what}; the earlier version is run as well, so leave it as it was unless the task asks for this.`
  return { rule: 'test-changed', path, weight: 'reported', message, told }
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
