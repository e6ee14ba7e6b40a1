import type { FileChange } from '../../kernel/ports/workspaces.ts'
import type { GitContext } from './git-context.ts'
import { sharedPlace } from './git-context.ts'

/** A file that differs between two commits, as git stores it; a side on which it is absent is `null`. */
export interface ListedChange extends FileChange {
  readonly before: StoredFile | null
  readonly after: StoredFile | null
}

export interface StoredFile {
  readonly mode: string
  readonly id: string
}

/** The files that differ between two commits; a rename is one deleted and one added. */
export async function listChanges(
  context: GitContext,
  from: string,
  to: string,
): Promise<readonly ListedChange[]> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', '--ignore-submodules=none']
  const { stdout } = await context.git(sharedPlace(context), [...args, from, to])
  const fields = stdout.split('\0')
  const changes: ListedChange[] = []
  for (let i = 0; i + 1 < fields.length; i += 2) {
    changes.push(readChange(fields[i] ?? '', fields[i + 1] ?? ''))
  }
  return changes
}

/** Without what only git's own storage needs. */
export function plainChange({ path, kind }: ListedChange): FileChange {
  return { path, kind }
}

function readChange(raw: string, path: string): ListedChange {
  const [oldMode = '', mode = '', oldId = '', id = '', status = ''] = raw.slice(1).split(' ')
  const before = status === 'A' ? null : { mode: oldMode, id: oldId }
  const after = status === 'D' ? null : { mode, id }
  return { path, kind: kindOf(status), before, after }
}

function kindOf(status: string): FileChange['kind'] {
  if (status === 'A') return 'added'
  return status === 'D' ? 'deleted' : 'modified'
}
