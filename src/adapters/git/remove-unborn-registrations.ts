import { readdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ABANDONED_MS } from './abandoned.ts'
import { whenGone } from './file-errors.ts'
import type { GitContext } from './git-context.ts'
import { sharedPlace } from './git-context.ts'
import { runRefPrefix } from './run-refs.ts'

/**
 * `git worktree add` makes an empty folder before it writes whose it is. One that has the name of a workspace of
 * this run, and stays empty, is what a killed one left. Contract: git children of the run have ended.
 */
export async function removeUnbornRegistrations(context: GitContext, run: string): Promise<void> {
  const folder = join(context.commonDir, 'worktrees')
  const unborn = await emptyFolders(folder)
  if (unborn.length === 0) return
  const prefix = `${runRefPrefix(run)}work/`
  const format = `--format=%(refname)`
  const { stdout } = await context.git(sharedPlace(context), ['for-each-ref', format, prefix])
  const ids = stdout
    .trimEnd()
    .split('\n')
    .map((ref) => ref.slice(prefix.length))
  const ours = unborn.filter((name) => ids.some((id) => isNamedAfter(name, id)))
  if (ours.length === 0) return
  await sleep(ABANDONED_MS)
  await context.effect('git worktree-remove', async () => {
    // Only what is still empty can be removed in this way.
    for (const name of ours) await rmdir(join(folder, name)).catch(() => {})
    await rmdir(folder).catch(() => {})
  })
}

/** Git takes the folder's name, with a number behind it when that is taken. */
function isNamedAfter(name: string, id: string): boolean {
  return id !== '' && name.startsWith(id) && /^\d*$/.test(name.slice(id.length))
}

async function emptyFolders(folder: string): Promise<readonly string[]> {
  const empty: string[] = []
  for (const name of await readdir(folder).catch(whenGone<string[]>([]))) {
    const inside = await readdir(join(folder, name)).catch(() => null)
    if (inside?.length === 0) empty.push(name)
  }
  return empty
}
