import type { ChangedFile } from '../../kernel/ports/repository.ts'
import { covers } from '../../plan/write-set.ts'
import type { Protection } from '../../policy/protection.ts'
import type { AuditFinding } from './audit-finding.ts'
import type { Claim } from './audit-claim.ts'
import { auditClaim } from './audit-claim.ts'
import { auditEntries } from './audit-entries.ts'
import { auditExits } from './audit-exits.ts'
import { auditGates, calledTest } from './audit-gates.ts'
import { auditModes } from './audit-modes.ts'
import { auditPatches } from './audit-patches.ts'
import { auditSensing } from './audit-sensing.ts'
import { auditShadows } from './audit-shadows.ts'
import { auditSuppressions } from './audit-suppressions.ts'
import { auditTampering } from './audit-tampering.ts'
import { auditTests } from './audit-tests.ts'
import { isCiFile } from './ci-file.ts'
import { foldPath } from './fold-path.ts'
import { isGateFile } from './gate-definition.ts'
import { isLockFile, manifestBehind } from './lock-file.ts'
import { namesLiterally } from './names-literally.ts'
import { isOwn, outsideFinding } from './outside-write-set.ts'
import type { Surroundings } from './surroundings.ts'
import { nothingAround } from './surroundings.ts'
import { testPart } from './test-file.ts'

export type ChangeToAudit = {
  readonly files: readonly ChangedFile[]
  /** The task's own paths and globs; empty: unknown, and then nothing is outside. */
  readonly writeSet: readonly string[]
  /** Another unfinished task whose write-set covers the path. */
  readonly heldBy: (path: string) => string | null
  readonly protection: Protection
  /** Every command that proves the work, best as `spellOutCommands` gives them for the base. */
  readonly commands: readonly string[]
  /** What the change stands among; without it, files are judged by themselves. */
  readonly around?: Surroundings
  /** What the task says of itself; without it nothing is asked of the change. */
  readonly claim?: Claim
}

/**
 * What a change does to paths that are not its own and to the things that judge it. Contract: depends on nothing
 * but its input; a file that cannot be read as text is judged by its path.
 */
export function auditChange(change: ChangeToAudit): readonly AuditFinding[] {
  const { files, writeSet, protection, commands, around = nothingAround, claim } = change
  const agreed = (path: string): boolean => namesLiterally(writeSet, path)
  const partOf = (path: string): 'test' | 'support' | null =>
    testPart(path) ?? (around.support.has(path) ? 'support' : null)
  const isCalled = calledTest(commands)
  const judges = ({ path }: ChangedFile): boolean =>
    partOf(path) !== null || isCalled(path) || around.gateSide.has(path) || isGateFile(path)
  return [
    ...outside(change),
    ...(protection.gates === 'protect'
      ? [
          ...auditGates(files, commands, agreed, around),
          ...auditModes(files, judges, agreed),
          ...auditSuppressions(files, agreed),
          ...auditExits(files, agreed),
          ...auditShadows(files, around.paths, commands, agreed),
        ]
      : []),
    ...(protection.tests === 'protect'
      ? [...auditTests(files, agreed, partOf), ...patches(files, partOf)]
      : []),
    ...(claim === undefined ? [] : auditClaim(files, claim)),
    ...(protection.ci === 'protect' ? ciFindings(files, agreed) : []),
    ...(protection.lockFiles === 'protect' ? lockFindings(files, agreed) : []),
    ...pathFindings(files, protection.paths, agreed),
    ...auditEntries(files, agreed),
  ]
}

type Agreed = (path: string) => boolean

/** A file is told of once. */
function patches(
  files: readonly ChangedFile[],
  partOf: (path: string) => 'test' | 'support' | null,
): readonly AuditFinding[] {
  const told = new Set<string>()
  return [auditPatches(files, partOf), auditTampering(files, partOf), auditSensing(files, partOf)]
    .flat()
    .filter(({ path }) => {
      const isNew = !told.has(path)
      told.add(path)
      return isNew
    })
}

/** A lock file goes with its manifest: whoever may change the one may change the other. */
function outside({ files, writeSet, heldBy, protection }: ChangeToAudit): readonly AuditFinding[] {
  if (writeSet.length === 0) return []
  return files.flatMap((file) => {
    if (isOwn(writeSet, file.path)) return []
    const holder = heldBy(file.path)
    const manifest = isLockFile(file.path) && holder === null ? manifestBehind(file, files) : null
    if (manifest !== null && isOwn(writeSet, manifest.path)) return []
    return [outsideFinding(file.path, holder, protection.outside)]
  })
}

function ciFindings(files: readonly ChangedFile[], agreed: Agreed): readonly AuditFinding[] {
  return files
    .filter(({ path }) => isCiFile(path))
    .map(({ path, kind }): AuditFinding => {
      const rule = 'ci-changed'
      const what = `${path}: this file belongs to continuous integration, and it was ${kind}`
      const told = `changed continuous integration, in ${path}`
      if (agreed(path))
        return { rule, path, weight: 'reported', message: `${what}; look at it before you merge.`, told }
      return { rule, path, weight: 'refused', message: `${what}; put it back.`, told }
    })
}

function lockFindings(files: readonly ChangedFile[], agreed: Agreed): readonly AuditFinding[] {
  return files
    .filter(
      (file) => isLockFile(file.path) && (file.kind === 'deleted' || manifestBehind(file, files) === null),
    )
    .map(({ path, kind }): AuditFinding => {
      const rule = 'lock-file-changed'
      const what = `${path}: this lock file was ${kind} although no dependency was`
      const told = `changed the lock file ${path} although no dependency was changed`
      if (agreed(path))
        return {
          rule,
          path,
          weight: 'needs-approval',
          message: `${what}; a person must agree to that.`,
          told,
        }
      return { rule, path, weight: 'refused', message: `${what}; put it back.`, told }
    })
}

function pathFindings(
  files: readonly ChangedFile[],
  paths: readonly string[],
  agreed: Agreed,
): readonly AuditFinding[] {
  const folded = paths.map(foldPath)
  return files
    .filter(({ path }) => covers(folded, foldPath(path)))
    .map(({ path, kind }): AuditFinding => {
      const rule = 'protected-path'
      const what = `${path}: this path is protected, and it was ${kind}`
      const told = `changed ${path}, which your settings protect`
      if (agreed(path))
        return {
          rule,
          path,
          weight: 'needs-approval',
          message: `${what}; a person must agree to that.`,
          told,
        }
      return { rule, path, weight: 'refused', message: `${what}; put it back.`, told }
    })
}
