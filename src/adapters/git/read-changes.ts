import type { FileChange } from '../../kernel/ports/workspaces.ts'
import type { GitContext } from './git-context.ts'
import { sharedPlace } from './git-context.ts'

/** The files that differ between two commits; a rename is one deleted and one added. */
export async function readChanges(
  context: GitContext,
  from: string,
  to: string,
): Promise<readonly FileChange[]> {
  const args = [
    'diff-tree',
    '-r',
    '-z',
    '--no-renames',
    '--name-status',
    '--ignore-submodules=none',
    from,
    to,
  ]
  const { stdout } = await context.git(sharedPlace(context), args)
  const fields = stdout.split('\0')
  const changes: FileChange[] = []
  for (let i = 0; i + 1 < fields.length; i += 2) {
    changes.push({ path: fields[i + 1] ?? '', kind: kindOf(fields[i] ?? '') })
  }
  return changes
}

function kindOf(status: string): FileChange['kind'] {
  if (status === 'A') return 'added'
  return status === 'D' ? 'deleted' : 'modified'
}
