import { copyFile, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { whenGone } from './file-errors.ts'
import type { GitContext } from './git-context.ts'
import type { Worktree } from './open-worktree.ts'
import { worktreePlace } from './restore-files.ts'
import { writeDurably } from './write-durably.ts'

/** An index of the files as we last saw them, which knows their times. */
const LEFT = 'tutti.left'
/** Paths that a stranger wrote, found when the workspace was opened for something else. */
const STRAYS = 'tutti.strays'

/** Remembers the files as `indexFile` has just seen them. */
export async function rememberLeft(
  context: GitContext,
  { gitDir }: Worktree,
  indexFile: string,
): Promise<void> {
  await context.effect('remember files', async () => {
    const copy = join(gitDir, `${LEFT}.new`)
    await copyFile(indexFile, copy)
    // Git reads a file again whose time is not older than its index's: a younger copy would hide a change.
    const seconds = Math.floor((await stat(indexFile)).mtimeMs / 1000)
    await utimes(copy, seconds, seconds)
    await rename(copy, join(gitDir, LEFT))
  })
}

/** Files, not ignored ones, that are no longer as they were remembered, and those set aside before. */
export async function findStrays(context: GitContext, worktree: Worktree): Promise<readonly string[]> {
  const kept = await readFile(join(worktree.gitDir, STRAYS), 'utf8').catch(whenGone('[]'))
  return [
    ...new Set([...(JSON.parse(kept) as readonly string[]), ...(await changedSince(context, worktree))]),
  ]
}

/** Keeps what a stranger wrote in mind, before the files are put to another commit. */
export async function setStraysAside(context: GitContext, worktree: Worktree): Promise<void> {
  if (worktree.fresh) return
  if ((await changedSince(context, worktree)).length > 0) {
    const strays = await findStrays(context, worktree)
    await context.effect('remember files', () =>
      writeDurably(join(worktree.gitDir, STRAYS), JSON.stringify(strays)),
    )
  }
  await remove(context, worktree, [LEFT])
}

export async function forgetLeft(context: GitContext, worktree: Worktree): Promise<void> {
  if (!worktree.fresh) await remove(context, worktree, [LEFT, STRAYS])
}

async function remove(context: GitContext, { gitDir }: Worktree, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const file = join(gitDir, name)
    const isThere = (await stat(file).catch(whenGone(null))) !== null
    if (isThere) await context.effect('forget files', () => rm(file, { force: true }))
  }
}

async function changedSince(context: GitContext, worktree: Worktree): Promise<readonly string[]> {
  const indexFile = join(worktree.gitDir, LEFT)
  if ((await stat(indexFile).catch(whenGone(null))) === null) return []
  const place = { ...worktreePlace(worktree), indexFile }
  const list = async (args: readonly string[]): Promise<readonly string[]> =>
    (await context.git(place, args)).stdout.split('\0').filter((path) => path !== '')
  return [
    ...(await list(['diff', '--no-ext-diff', '--name-only', '-z'])),
    ...(await list(['ls-files', '-z', '--others', '--exclude-standard'])),
  ]
}
