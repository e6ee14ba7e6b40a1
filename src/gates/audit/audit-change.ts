import type { ChangedFile } from '../../kernel/ports/repository.ts'
import { covers } from '../../plan/write-set.ts'
import type { Protection } from '../../policy/protection.ts'
import type { AuditFinding } from './audit-finding.ts'
import { auditEntries } from './audit-entries.ts'
import { auditGates } from './audit-gates.ts'
import { auditSecrets } from './audit-secrets.ts'
import { auditTests } from './audit-tests.ts'
import { isCiFile } from './ci-file.ts'
import { foldPath } from './fold-path.ts'
import { isLockFile, manifestBehind } from './lock-file.ts'
import { namesLiterally } from './names-literally.ts'
import { isOwn, outsideFinding } from './outside-write-set.ts'

export type ChangeToAudit = {
  readonly files: readonly ChangedFile[]
  /** The task's own paths and globs; empty: unknown, and then nothing is outside. */
  readonly writeSet: readonly string[]
  /** Another unfinished task whose write-set covers the path. */
  readonly heldBy: (path: string) => string | null
  readonly protection: Protection
  /** Every command that proves the work, best as `spellOutCommands` gives them for the base. */
  readonly commands: readonly string[]
}

/**
 * What a change does to paths that are not its own and to the things that judge it. Contract: depends on nothing
 * but its input; a file that cannot be read as text is judged by its path.
 */
export function auditChange(change: ChangeToAudit): readonly AuditFinding[] {
  const { files, writeSet, protection, commands } = change
  const agreed = (path: string): boolean => namesLiterally(writeSet, path)
  return [
    ...outside(change),
    ...(protection.gates === 'protect' ? auditGates(files, commands, agreed) : []),
    ...(protection.tests === 'protect' ? auditTests(files, agreed) : []),
    ...(protection.ci === 'protect' ? ciFindings(files, agreed) : []),
    ...(protection.lockFiles === 'protect' ? lockFindings(files, agreed) : []),
    ...pathFindings(files, protection.paths, agreed),
    ...auditEntries(files, agreed),
    ...(protection.secrets === 'protect' ? auditSecrets(files) : []),
  ]
}

type Agreed = (path: string) => boolean

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
      if (agreed(path))
        return { rule, path, weight: 'reported', message: `${what}; look at it before you merge.` }
      return { rule, path, weight: 'refused', message: `${what}; put it back.` }
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
      if (agreed(path))
        return { rule, path, weight: 'needs-approval', message: `${what}; a person must agree to that.` }
      return { rule, path, weight: 'refused', message: `${what}; put it back.` }
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
      if (agreed(path))
        return { rule, path, weight: 'needs-approval', message: `${what}; a person must agree to that.` }
      return { rule, path, weight: 'refused', message: `${what}; put it back.` }
    })
}
