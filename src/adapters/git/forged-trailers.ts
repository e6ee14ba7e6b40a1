import type { SharedFinding } from '../../kernel/ports/workspaces.ts'
import { readSmallFile } from '../places/read-small-file.ts'
import type { GitContext } from './git-context.ts'
import type { Worktree } from './open-worktree.ts'
import { withWorktree } from './open-worktree.ts'
import { listPrivateObjects } from './private-objects.ts'
import { worktreePlace } from './restore-files.ts'
import type { GitPlace } from './git-place.ts'

const TRAILER = /^Tutti-[a-z-]+:.*$/gim
const MOST_COMMITS = 20
const MOST_NAMED = 3

/** Where the HEAD of a workspace is; `null` when there is none. */
export async function readHead(context: GitContext, path: string): Promise<string | null> {
  return withWorktree(context, path, (worktree) => headOf(context, worktree))
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
  return (await withWorktree(context, path, (worktree) => findForgedIn(context, worktree, before))) ?? []
}

async function findForgedIn(
  context: GitContext,
  worktree: Worktree,
  before: string,
): Promise<readonly SharedFinding[]> {
  const now = await headOf(context, worktree)
  if (now === null || now === before) return []
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
  // An agent may have made its HEAD name no commit.
  const { stdout } = await context.git(
    await placeWithOwn(context, worktree),
    ['log', ...format, ...search, ...commits, '--'],
    { accept: [128] },
  )
  return stdout.split('\0').flatMap((entry) => {
    const [commit = ''] = entry.split('\n', 1)
    const lines = entry.slice(commit.length).match(TRAILER) ?? []
    return lines.map((line) => ({ commit, line: line.trim().slice(0, 120) }))
  })
}

/** With the objects that agents made in there, which are not in the repository. */
async function placeWithOwn(context: GitContext, worktree: Worktree): Promise<GitPlace> {
  const alternates = await listPrivateObjects(context, worktree.path)
  return { ...worktreePlace(context, worktree), alternates }
}

async function headOf(context: GitContext, worktree: Worktree): Promise<string | null> {
  const head = ((await readSmallFile(worktree.git.at('HEAD'))) ?? '').trim()
  if (/^[0-9a-f]+$/.test(head)) return head
  const asked = ['rev-parse', '--verify', '--quiet', 'HEAD']
  const { code, stdout } = await context.git(await placeWithOwn(context, worktree), asked, {
    accept: [1, 128],
  })
  return code === 0 ? stdout.trim() : null
}
