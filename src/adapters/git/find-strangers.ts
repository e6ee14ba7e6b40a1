import { lstat, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { AdvanceRequest } from '../../kernel/ports/repository.ts'
import { whenGone } from './file-errors.ts'
import type { GitContext } from './git-context.ts'
import { checkoutPlace } from './git-context.ts'
import type { ListedChange, StoredFile } from './list-changes.ts'
import { listChanges } from './list-changes.ts'

const LINK = '120000'

/**
 * Of the changed files of a checkout those that a half-done move cannot have left: git takes a file away, or writes
 * the new one from its beginning.
 */
export async function findStrangers(
  context: GitContext,
  { from, to }: Pick<AdvanceRequest, 'from' | 'to'>,
  dirty: readonly string[],
): Promise<readonly string[]> {
  const changes = new Map((await listChanges(context, from, to)).map((change) => [change.path, change]))
  const strangers: string[] = []
  for (const path of dirty) {
    const change = changes.get(path)
    if (change === undefined || !(await isHalfway(context, change))) strangers.push(path)
  }
  return strangers
}

async function isHalfway(context: GitContext, { path, before, after }: ListedChange): Promise<boolean> {
  const file = join(context.root, path)
  const found = await lstat(file).catch(whenGone(null))
  if (found === null) return true
  if (found.isSymbolicLink()) {
    const target = await readlink(file, { encoding: 'buffer' })
    return (await isAs(context, before, path, target)) || (await isAs(context, after, path, target))
  }
  if (!found.isFile()) return false
  const content = await readFile(file)
  if (await isAs(context, before, path, content)) return true
  if (after === null || after.mode === LINK) return false
  const whole = await contentOf(context, after, path)
  return whole.subarray(0, content.length).equals(content)
}

async function isAs(
  context: GitContext,
  stored: StoredFile | null,
  path: string,
  content: Buffer,
): Promise<boolean> {
  return stored !== null && (await contentOf(context, stored, path)).equals(content)
}

/** As it would stand in the checkout. */
async function contentOf(context: GitContext, { mode, id }: StoredFile, path: string): Promise<Buffer> {
  const args = mode === LINK ? ['cat-file', 'blob', id] : ['cat-file', '--filters', `--path=${path}`, id]
  return (await context.git(checkoutPlace(context), args)).bytes
}
