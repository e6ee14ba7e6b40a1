import { mkdir, realpath, stat } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { RunFailure } from '../../kernel/failure.ts'
import type { Workspace } from '../../kernel/ports/workspaces.ts'
import { removeEntry } from '../places/empty-folder.ts'
import type { Folder } from '../places/folder-handle.ts'
import { closeAfter, openDeep } from '../places/folder-handle.ts'
import { copyInto } from './copy-into.ts'
import { errorCode, whenGone } from './file-errors.ts'
import type { GitContext } from './git-context.ts'
import { requireOwn } from './git-context.ts'
import { withWorktree } from './open-worktree.ts'
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
  if (paths.length === 0) return
  await withWorktree(context, workspace.path, async (worktree) => {
    for (const path of paths) await copyOne(context, worktree, plainPath(path))
  })
}

async function copyOne(context: GitContext, worktree: Worktree, path: string): Promise<void> {
  const source = join(context.root, path)
  const found = await stat(source).catch(whenGone(null))
  if (found === null) return
  const asked = ['check-ignore', '--quiet', '--no-index', '--', found.isDirectory() ? `${path}/` : path]
  const { code, stderr } = await context.git(worktreePlace(context, worktree), asked, { accept: [1, 128] })
  // Git answers for its own places only: a path that a symbolic link leads out of the workspace is none.
  if (code === 128) throw badPath(path, `cannot be copied (${lastLines(stderr)}): take it off the list`)
  if (code === 1) {
    throw badPath(
      path,
      'is not ignored by git, so a copy would be committed: ignore it, or take it off the list',
    )
  }
  await context.effect('copy ignored', async () => {
    const steps = path.split('/')
    const name = steps.pop() ?? ''
    const folder = await makeDeep(worktree.files, steps)
    if (folder === null) throw badPath(path, 'cannot be copied: something else is in its place')
    try {
      await removeEntry(folder, name)
      await copyInto(await realpath(source), folder, name)
    } finally {
      await folder.close()
    }
  })
}

/** The folder some steps below another one, made as far as it is missing; `null` where a link or a file stands. */
async function makeDeep(files: Folder, steps: readonly string[]): Promise<Folder | null> {
  for (let depth = 0; depth < steps.length; depth += 1) {
    const above = await openDeep(files, steps.slice(0, depth))
    if (above === null) return null
    const made = mkdir(above.at(steps[depth] ?? '')).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error
    })
    await closeAfter(above, made)
  }
  return openDeep(files, steps)
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
