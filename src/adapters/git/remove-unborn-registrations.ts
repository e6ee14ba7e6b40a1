import { readdir, rmdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ABANDONED_MS } from './abandoned.ts'
import { whenGone } from './file-errors.ts'
import type { GitContext } from './git-context.ts'
import { sharedPlace } from './git-context.ts'
import { runRefPrefix } from './run-refs.ts'

/**
 * `git worktree add` makes an empty folder, and in it an empty `locked`, before it writes whose it is. One that
 * has the name of a workspace of this run, and stays so, is what a killed one left. Contract: git children of
 * the run have ended.
 */
export async function removeUnbornRegistrations(context: GitContext, run: string): Promise<void> {
  const folder = join(context.commonDir, 'worktrees')
  const unborn = await unbornFolders(folder)
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
    for (const name of ours) {
      if (!(await isUnborn(join(folder, name)))) continue
      await unlink(join(folder, name, 'locked')).catch(whenGone(undefined))
      await rmdir(join(folder, name)).catch(() => {})
    }
    await rmdir(folder).catch(() => {})
  })
}

/** Git takes the folder's name, with a number behind it when that is taken. */
function isNamedAfter(name: string, id: string): boolean {
  return id !== '' && name.startsWith(id) && /^\d*$/.test(name.slice(id.length))
}

async function unbornFolders(folder: string): Promise<readonly string[]> {
  const unborn: string[] = []
  for (const name of await readdir(folder).catch(whenGone<string[]>([]))) {
    if (await isUnborn(join(folder, name))) unborn.push(name)
  }
  return unborn
}

async function isUnborn(folder: string): Promise<boolean> {
  const [first, ...others] = await readdir(folder).catch(() => ['gone'])
  if (first === undefined) return true
  if (first !== 'locked' || others.length > 0) return false
  return (await stat(join(folder, first)).catch(whenGone(null)))?.size === 0
}
