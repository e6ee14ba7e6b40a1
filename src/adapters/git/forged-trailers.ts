import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SharedFinding } from '../../kernel/ports/workspaces.ts'
import type { GitContext } from './git-context.ts'
import type { Worktree } from './open-worktree.ts'
import { findWorktree } from './open-worktree.ts'
import { worktreePlace } from './restore-files.ts'

const TRAILER = /^Tutti-[a-z-]+:.*$/gim
const MOST_COMMITS = 20
const MOST_NAMED = 3

/** Where the HEAD of a workspace is; `null` when there is none. */
export async function readHead(context: GitContext, path: string): Promise<string | null> {
  const worktree = await findWorktree(context, path)
  return worktree === null ? null : headOf(context, worktree)
}

/**
 * Trailers that only Tutti writes, in commits that came to a workspace since its HEAD was at `before`. What an
 * amended or rebased commit had already is no forgery. Nothing is to be undone: our own commit takes the files
 * alone, and none of their messages.
 */
export async function findForged(
  context: GitContext,
  path: string,
  before: string,
): Promise<readonly SharedFinding[]> {
  const worktree = await findWorktree(context, path)
  const now = worktree === null ? null : await headOf(context, worktree)
  if (worktree === null || now === null || now === before) return []
  const ours = ['--exclude=refs/tutti/*/undone/*', '--glob=refs/tutti/*']
  const replaced = new Set(
    (await trailersIn(context, worktree, [before, '--not', now])).map(({ line }) => line),
  )
  const forged = (await trailersIn(context, worktree, [now, '--not', before, ...ours])).filter(
    ({ line }) => !replaced.has(line),
  )
  const [first] = forged
  if (first === undefined) return []
  const named = forged.slice(0, MOST_NAMED).map(({ commit, line }) => `${line} in ${commit.slice(0, 12)}`)
  const more = forged.length > MOST_NAMED ? ` and ${forged.length - MOST_NAMED} more` : ''
  const message = `The agent made commits with trailers that only Tutti may write: ${named.join(', ')}${more}. Its files were recorded without these commits.`
  return [{ what: 'trailer', name: first.commit, action: 'undone', message }]
}

async function trailersIn(
  context: GitContext,
  worktree: Worktree,
  commits: readonly string[],
): Promise<readonly { readonly commit: string; readonly line: string }[]> {
  const search = ['--extended-regexp', '--regexp-ignore-case', '--grep=^Tutti-[a-z-]+:']
  const format = ['--no-show-signature', '-z', '--format=%H%n%B', `--max-count=${MOST_COMMITS}`]
  const { stdout } = await context.git(worktreePlace(worktree), [
    'log',
    ...format,
    ...search,
    ...commits,
    '--',
  ])
  return stdout.split('\0').flatMap((entry) => {
    const [commit = ''] = entry.split('\n', 1)
    const lines = entry.slice(commit.length).match(TRAILER) ?? []
    return lines.map((line) => ({ commit, line: line.trim().slice(0, 120) }))
  })
}

async function headOf(context: GitContext, worktree: Worktree): Promise<string | null> {
  const head = (await readFile(join(worktree.gitDir, 'HEAD'), 'utf8')).trim()
  if (/^[0-9a-f]+$/.test(head)) return head
  const asked = ['rev-parse', '--verify', '--quiet', 'HEAD']
  const { code, stdout } = await context.git(worktreePlace(worktree), asked, { accept: [1, 128] })
  return code === 0 ? stdout.trim() : null
}
