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

const DIFF = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', '--ignore-submodules=none']

/** The files that differ between two commits; a rename is one deleted and one added. */
export async function listChanges(
  context: GitContext,
  from: string,
  to: string,
): Promise<readonly ListedChange[]> {
  const { stdout } = await context.git(sharedPlace(context), [...DIFF, from, to])
  return readList(stdout.split('\0'))
}

/** The same for several commits, by their hashes, in one git process. */
export async function listChangesOfEach(
  context: GitContext,
  from: string,
  to: readonly string[],
): Promise<ReadonlyMap<string, readonly ListedChange[]>> {
  const input = [...new Set(to)].map((commit) => `${commit} ${from}\n`).join('')
  const { stdout } = await context.git(sharedPlace(context), [...DIFF, '--stdin'], { input })
  const fields = stdout.split('\0')
  const lists = new Map<string, readonly ListedChange[]>(to.map((commit) => [commit, []]))
  // A commit that differs is followed by pairs of what changed, which begins with a colon, and a path.
  for (let at = 0; at + 1 < fields.length;) {
    let end = at + 1
    while (fields[end]?.startsWith(':') === true) end += 2
    lists.set(fields[at] ?? '', readList(fields.slice(at + 1, end)))
    at = end
  }
  return lists
}

/** Without what only git's own storage needs. */
export function plainChange({ path, kind }: ListedChange): FileChange {
  return { path, kind }
}

function readList(fields: readonly string[]): readonly ListedChange[] {
  const changes: ListedChange[] = []
  for (let i = 0; i + 1 < fields.length; i += 2) {
    changes.push(readChange(fields[i] ?? '', fields[i + 1] ?? ''))
  }
  return changes
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
