import { oneLine } from '../../kernel/plain-text.ts'
import type { FoundSecret } from '../../kernel/ports/secrets.ts'
import type { AuditFinding } from './audit-finding.ts'

/** What is held against a change that brings in secrets: where they stand and of what kind, never what they are. */
export function auditSecrets(found: readonly FoundSecret[]): readonly AuditFinding[] {
  return found.map(({ path, line, kind, id }): AuditFinding => {
    const what =
      line === 0
        ? `${oneLine(path)}: this file is ${kind}`
        : `${oneLine(path)}, line ${line}: this looks like ${kind}`
    const message = `${what}; no secret goes into a file: take it from the environment, or write EXAMPLE into one that is made up.`
    const told =
      line === 0
        ? `brought in ${oneLine(path)}, which is ${kind}`
        : `wrote what looks like ${kind} into ${oneLine(path)}, line ${line}`
    return { rule: 'secret', path, id, weight: 'refused', message, told }
  })
}
