import type { ChangedFile } from '../../kernel/ports/repository.ts'
import type { Protection } from '../../policy/protection.ts'
import type { AuditFinding } from './audit-finding.ts'
import { isOwn, outsideFinding } from './outside-write-set.ts'

export type ChangeToAudit = {
  readonly files: readonly ChangedFile[]
  /** The task's own paths and globs; empty: unknown, and then nothing is outside. */
  readonly writeSet: readonly string[]
  /** Another unfinished task whose write-set covers the path. */
  readonly heldBy: (path: string) => string | null
  readonly protection: Protection
  /** Every command that proves the work. */
  readonly commands: readonly string[]
}

/** What a change does to paths that are not its own and to the things that judge it, in the order of the files. */
export function auditChange({ files, writeSet, heldBy, protection }: ChangeToAudit): readonly AuditFinding[] {
  if (writeSet.length === 0) return []
  return files
    .filter(({ path }) => !isOwn(writeSet, path))
    .map(({ path }) => outsideFinding(path, heldBy(path), protection.outside))
}
