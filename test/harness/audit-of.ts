import type { ChangeToAudit } from '../../src/gates/audit/audit-change.ts'
import { auditChange } from '../../src/gates/audit/audit-change.ts'
import type { ChangedFile } from '../../src/kernel/ports/repository.ts'
import { standardProtection } from '../../src/policy/protection.ts'

/** A changed text file, by what it was and what it is. */
export function changedFile(path: string, before: string | null, after: string | null): ChangedFile {
  const kind = before === null ? 'added' : after === null ? 'deleted' : 'modified'
  return { path, kind, before, after, opaque: false, modeChanged: false }
}

/** What the audit says of these files, as `rule weight`, under the standard protection unless told otherwise. */
export function auditOf(
  files: readonly ChangedFile[],
  given: Partial<ChangeToAudit> = {},
): readonly string[] {
  const standard = {
    writeSet: [],
    heldBy: () => null,
    protection: standardProtection,
    commands: ['npm ci && npm test', 'npm run lint'],
  }
  return auditChange({ ...standard, files, ...given }).map(({ rule, weight }) => `${rule} ${weight}`)
}
