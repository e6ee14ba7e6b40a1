import type { ChangedFile } from '../../kernel/ports/repository.ts'
import type { AuditFinding } from './audit-finding.ts'

/**
 * Changes that no text shows, of files that judge the work: one that is no program any more, and a link that stands
 * where a file of its own did.
 */
export function auditModes(
  files: readonly ChangedFile[],
  judges: (file: ChangedFile) => boolean,
  agreed: (path: string) => boolean,
): readonly AuditFinding[] {
  return files.flatMap((file): readonly AuditFinding[] => {
    const { path, kind, entry, modeChanged, lostExecution } = file
    const isReplaced = kind === 'modified' && modeChanged && entry === 'link'
    if ((!isReplaced && lostExecution !== true) || !judges(file)) return []
    const weight = agreed(path) ? 'needs-approval' : 'refused'
    const what = isReplaced
      ? 'a link stands in the place of this file'
      : 'this file cannot be run as a program any more'
    return [
      {
        rule: 'mode-changed',
        path,
        weight,
        message: `${path}: ${what}, and it proves work; put it back as it was.`,
        told: isReplaced
          ? `put a link in the place of ${path}, which proves work`
          : `took from ${path} the right to be run as a program, by which it proves work`,
      },
    ]
  })
}
