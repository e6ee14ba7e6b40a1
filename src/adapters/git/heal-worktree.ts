import { removeEntry } from '../places/empty-folder.ts'
import type { Folder } from '../places/folder-handle.ts'
import { listEntries } from '../places/walk-folders.ts'
import { readSmallFile } from '../places/read-small-file.ts'
import { replaceFile } from '../places/replace-file.ts'
import type { GitContext } from './git-context.ts'
import { registrationFiles } from './worktree-registry.ts'

/** A worktree has no configuration of its own: what lies there is an agent's. */
const NEVER_OURS = new Set(['config.worktree', 'config', 'config.worktree.lock'])
const HEAD = /^(ref: refs\/[\x21-\x7e]{1,255}|[0-9a-f]{40}|[0-9a-f]{64})\n?$/

/**
 * Puts right what git needs to know a worktree of ours by, whatever was made of it: a link or a pipe would lead git
 * elsewhere or make it wait for ever, and configuration would have it start programs.
 */
export async function healWorktree(
  context: GitContext,
  { path, files, git }: { readonly path: string; readonly files: Folder; readonly git: Folder },
  base: string,
): Promise<void> {
  for (const name of await findStrange(git)) {
    await context.effect('heal workspace', () => removeEntry(git, name))
  }
  for (const [name, wanted] of Object.entries(registrationFiles(path, base))) {
    const present = await readSmallFile(git.at(name))
    if (name === 'HEAD' ? present !== null && HEAD.test(present) : present === wanted) continue
    await context.effect('heal workspace', () => replaceFile(git, name, wanted))
  }
  // An agent may have replaced the `.git` file by a repository of its own.
  const link = `gitdir: ${git.path}\n`
  if ((await readSmallFile(files.at('.git'))) !== link) {
    await context.effect('link workspace', () => replaceFile(files, '.git', link))
  }
}

/** What is neither a file nor a folder that git has made there, by the first step of its path. */
async function findStrange(git: Folder): Promise<ReadonlySet<string>> {
  const strange = new Set<string>()
  for (const { steps, kind, mode } of await listEntries(git)) {
    const [first = ''] = steps
    if (kind === 'other' || kind === 'pipe') strange.add(first)
    if (steps.length > 1) continue
    const isInTheWay = kind === 'folder' && /^(index|HEAD|ORIG_HEAD|.*\.lock)$/.test(first)
    if (NEVER_OURS.has(first) || isInTheWay || (mode & 0o600) !== 0o600) strange.add(first)
  }
  return strange
}
