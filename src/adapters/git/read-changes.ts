import type { ChangedFile } from '../../kernel/ports/repository.ts'
import type { GitContext } from './git-context.ts'
import type { StoredFile } from './list-changes.ts'
import { listChanges } from './list-changes.ts'
import { readBlobs } from './read-blobs.ts'

/** The files that differ between two commits, with their texts. */
export async function readChanges(
  context: GitContext,
  from: string,
  to: string,
): Promise<readonly ChangedFile[]> {
  const changes = await listChanges(context, from, to)
  const ids = changes.flatMap(({ before, after }) => [before?.id ?? [], after?.id ?? []].flat())
  const texts = await readBlobs(context, ids)
  const textOf = (file: StoredFile | null): string | null =>
    file === null ? null : (texts.get(file.id) ?? null)
  return changes.map(({ path, kind, before, after }) => ({
    path,
    kind,
    before: textOf(before),
    after: textOf(after),
    opaque: [before, after].some((file) => file !== null && textOf(file) === null),
    modeChanged: before !== null && after !== null && before.mode !== after.mode,
    ...(before?.mode === '100755' && after?.mode === '100644' ? { lostExecution: true } : {}),
    ...entryOf(after),
  }))
}

function entryOf(file: StoredFile | null): Pick<ChangedFile, 'entry'> {
  if (file?.mode === '120000') return { entry: 'link' }
  return file?.mode === '160000' ? { entry: 'submodule' } : {}
}
