import { constants } from 'node:fs'
import { cp, mkdir, realpath, rm, stat } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { RunFailure } from '../../kernel/failure.ts'
import type { Workspace } from '../../kernel/ports/workspaces.ts'
import { whenGone } from './file-errors.ts'
import type { GitContext } from './git-context.ts'
import { requireOwn } from './git-context.ts'
import { findWorktree } from './open-worktree.ts'
import type { Worktree } from './open-worktree.ts'
import { worktreePlace } from './restore-files.ts'
import { lastLines } from './run-git.ts'

/**
 * Copies files and folders of the user's checkout. Contract: only what the workspace ignores too, because
 * anything else would end up in a commit; and never to a place outside the workspace.
 */
export async function copyIgnored(
  context: GitContext,
  workspace: Workspace,
  paths: readonly string[],
): Promise<void> {
  requireOwn(context, workspace)
  const worktree = paths.length === 0 ? null : await findWorktree(context, workspace.path)
  if (worktree === null) return
  for (const path of paths) await copyOne(context, worktree, plainPath(path))
}

async function copyOne(context: GitContext, worktree: Worktree, path: string): Promise<void> {
  const source = join(context.root, path)
  const found = await stat(source).catch(whenGone(null))
  if (found === null) return
  const asked = ['check-ignore', '--quiet', '--no-index', '--', found.isDirectory() ? `${path}/` : path]
  const { code, stderr } = await context.git(worktreePlace(worktree), asked, { accept: [1, 128] })
  // Git answers for its own places only: a path that a symbolic link leads out of the workspace is none.
  if (code === 128) throw badPath(path, `cannot be copied (${lastLines(stderr)}): take it off the list`)
  if (code === 1) {
    throw badPath(
      path,
      'is not ignored by git, so a copy would be committed: ignore it, or take it off the list',
    )
  }
  const target = join(worktree.path, path)
  await context.effect('copy ignored', async () => {
    await mkdir(dirname(target), { recursive: true })
    await rm(target, { recursive: true, force: true })
    const from = await realpath(source)
    await cp(from, target, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE })
  })
}

function plainPath(path: string): string {
  const plain = normalize(path).replace(/\/$/, '')
  if (/^(\/|\.\.?(\/|$)|\.git(\/|$))/.test(plain)) {
    throw badPath(path, 'is no path of a file in the repository: write it as git status shows it')
  }
  return plain
}

function badPath(path: string, why: string): RunFailure {
  return new RunFailure({ code: 'bad-input', message: `The file to copy ${path} ${why}.`, where: path })
}
