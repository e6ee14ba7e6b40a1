import type { CheckoutFacts, Repository } from '../../kernel/ports/repository.ts'
import { advanceBranch } from './advance-branch.ts'
import { deliverBranch } from './deliver-branch.ts'
import type { GitContext } from './git-context.ts'
import { checkoutPlace, sharedPlace } from './git-context.ts'
import { isAncestor, mergeBase, mergeCommits } from './merge-commits.ts'
import { findLines } from './find-lines.ts'
import { listChanges, plainChange } from './list-changes.ts'
import { overlayFiles } from './overlay-files.ts'
import { readPatch } from './read-patch.ts'
import { readChanges } from './read-changes.ts'
import { readMerge } from './read-merge.ts'
import { requireGenuine } from './verify-objects.ts'
import { treeOf } from './write-commit.ts'

/** The user's repository, read and merged without touching its checkout. */
export function createRepository(context: GitContext): Repository {
  return {
    checkout: () => checkout(context),
    resolve: (name) => resolve(context, name),
    treeOf: (commit) => treeOf(context, commit),
    listFiles: (commit) => listFiles(context, commit),
    readFile: (commit, path) => readFile(context, commit, path),
    readBytes: (commit, path) => readBytes(context, commit, path),
    findLines: (commit, words) => findLines(context, commit, words),
    changes: async (from, to) => (await listChanges(context, from, to)).map(plainChange),
    readChanges: (from, to) => readChanges(context, from, to),
    readMerge: (versions) => readMerge(context, versions),
    overlay: (request) => overlayFiles(context, request),
    mergeBase: (one, other) => mergeBase(context, one, other),
    isAncestor: (ancestor, commit) => isAncestor(context, ancestor, commit),
    merge: (request) => mergeCommits(context, request),
    deliver: (request) => deliverBranch(context, request),
    advance: (request) => advanceBranch(context, request, () => checkout(context)),
    patch: (from, to) => readPatch(context, from, to),
  }
}

async function checkout(context: GitContext): Promise<CheckoutFacts> {
  const place = checkoutPlace(context)
  const head = await context.git(place, ['rev-parse', '--verify', 'HEAD^{commit}'])
  const branch = await context.git(place, ['symbolic-ref', '--quiet', '--short', 'HEAD'], { accept: [1] })
  const status = ['status', '--porcelain=v2', '-z', '--untracked-files=all', '--no-renames']
  const { stdout } = await context.git(place, ['--no-optional-locks', ...status])
  return {
    root: context.root,
    head: head.stdout.trim(),
    branch: branch.code === 0 ? branch.stdout.trim() : null,
    dirty: stdout.split('\0').flatMap(dirtyPath),
  }
}

/** The path is the last field of an entry: the second for an untracked file, the 9th or 11th for the others. */
function dirtyPath(entry: string): readonly string[] {
  const fields = { '?': 1, '1': 8, u: 10 }[entry.slice(0, 1)]
  return fields === undefined ? [] : [entry.split(' ').slice(fields).join(' ')]
}

async function resolve(context: GitContext, name: string): Promise<string | null> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]
  const { code, stdout } = await context.git(checkoutPlace(context), args, { accept: [1, 128] })
  return code === 0 ? stdout.trim() : null
}

async function listFiles(context: GitContext, commit: string): Promise<readonly string[]> {
  const { stdout } = await context.git(sharedPlace(context), ['ls-tree', '-r', '-z', '--full-tree', commit])
  return stdout.split('\0').flatMap((entry) => {
    const tab = entry.indexOf('\t')
    return entry.slice(0, tab).split(' ')[1] === 'blob' ? [entry.slice(tab + 1)] : []
  })
}

/** Larger files are not read. */
const MOST_BYTES = 64 * 1024 ** 2

async function readFile(context: GitContext, commit: string, path: string): Promise<string | null> {
  return (await readBytes(context, commit, path))?.toString('utf8') ?? null
}

/** Follows symbolic links within the tree; a folder, a submodule and a link that leaves the tree are no files. */
async function readBytes(context: GitContext, commit: string, path: string): Promise<Buffer | null> {
  const args = ['cat-file', '--batch', '--follow-symlinks', '-z']
  const call = { input: `${commit}:${path}\0`, most: MOST_BYTES }
  const { bytes, isCut } = await context.git(sharedPlace(context), args, call)
  if (isCut) return null
  const header = bytes.toString('utf8', 0, bytes.indexOf(10))
  if (!/^[0-9a-f]+ blob \d+$/.test(header)) return null
  const content = bytes.subarray(header.length + 1, -1)
  requireGenuine(header.split(' ')[0] ?? '', 'blob', content, path)
  return content
}
