import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AdvanceRequest } from '../../kernel/ports/repository.ts'
import { whenGone } from './file-errors.ts'
import type { GitContext } from './git-context.ts'
import { listChanges } from './list-changes.ts'

/** The first file of a clean checkout that git ignores, and would write over, where a commit adds one. */
export async function findInTheWay(
  context: GitContext,
  { from, to }: Pick<AdvanceRequest, 'from' | 'to'>,
): Promise<string | null> {
  const changes = await listChanges(context, from, to)
  const gone = new Set(changes.filter(({ after }) => after === null).map(({ path }) => path))
  for (const { path, before } of changes) {
    if (before !== null) continue
    if (await isThere(context, path)) return path
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end)
      const found = await lstat(join(context.root, folder)).catch(whenGone(null))
      if (found !== null && !found.isDirectory() && !gone.has(folder)) return folder
    }
  }
  return null
}

async function isThere(context: GitContext, path: string): Promise<boolean> {
  return (await lstat(join(context.root, path)).catch(whenGone(null))) !== null
}
