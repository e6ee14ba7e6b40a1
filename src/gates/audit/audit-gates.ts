import type { ChangedFile } from '../../kernel/ports/repository.ts'
import type { AuditFinding } from './audit-finding.ts'
import { calledBy } from './called-by-commands.ts'
import { foldPath, foldedName } from './fold-path.ts'
import { gatePartDiffers, isGateFile } from './gate-definition.ts'
import { manifestChanges } from './package-manifest.ts'
import { testPart } from './test-file.ts'
import { holdsTests } from './test-lines.ts'

/** What a change does to the things that define a gate; `agreed` says what a person must agree to rather than the agent undo. */
export function auditGates(
  files: readonly ChangedFile[],
  commands: readonly string[],
  agreed: (path: string) => boolean,
): readonly AuditFinding[] {
  const called = new Set([...calledBy(commands).files].map(foldPath))
  return files.flatMap((file) => {
    const { path } = file
    const weight = agreed(path) ? 'needs-approval' : 'refused'
    const todo = weight === 'refused' ? 'put it back' : 'a person must agree to that'
    return whatChanged(file, commands, called).map((what): AuditFinding => ({
      rule: 'gate-definition',
      path,
      weight,
      message: `${path}: ${what}; ${todo}.`,
    }))
  })
}

function whatChanged(
  file: ChangedFile,
  commands: readonly string[],
  called: ReadonlySet<string>,
): readonly string[] {
  const { path, kind, before, after, opaque } = file
  const name = foldedName(path)
  if (isGateFile(path)) return [`this file says what proves the work, and it was ${kind}`]
  if (name === 'package.json' && kind !== 'added' && testPart(path) !== 'support') {
    if (opaque) return ['this file says what proves the work, and it cannot be read any more']
    return manifestChanges(before, after, commands, foldPath(path) !== name)
  }
  if (
    called.has(foldPath(path)) &&
    kind !== 'added' &&
    !(testPart(path) !== null && holdsTests(before ?? ''))
  ) {
    return [`the commands that prove this work run this file, and it was ${kind}`]
  }
  if (gatePartDiffers(path, before, after)) {
    return ['the part of this file that says what proves the work was changed']
  }
  return []
}
