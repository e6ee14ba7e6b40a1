import type { MergeRequest, MergeResult } from '../../kernel/ports/repository.ts'
import type { GitContext } from './git-context.ts'
import { sharedPlace } from './git-context.ts'
import { keepCommit } from './move-refs.ts'
import { readConflict } from './read-conflict.ts'
import { runRef } from './run-refs.ts'
import { settledShared } from './settled-shared.ts'
import { treeOf, writeCommit } from './write-commit.ts'

/** Git would take attributes from what the user has staged; there is no such file. */
const NO_INDEX = '/dev/null/index'

/**
 * Merges without a checkout, into one commit on top of `ours` alone; only when there is nothing to bring in is
 * the result `ours` itself. Contract: the same request gives the same hash.
 */
export async function mergeCommits(context: GitContext, request: MergeRequest): Promise<MergeResult> {
  const { run, step, ours, theirs } = request
  const args = ['merge-tree', '--write-tree', '-z', '--messages', ours, theirs]
  const place = { ...sharedPlace(context), indexFile: NO_INDEX, settled: settledShared(context) }
  const { code, stdout } = await context.effect('git merge-tree', () =>
    context.git(place, args, { accept: [1] }),
  )
  const [tree = '', ...rest] = stdout.split('\0')
  if (code === 1) return readConflict(context, tree, rest, request)
  const isNothing = tree === (await treeOf(context, ours))
  const commit = isNothing ? ours : await writeCommit(context, { ...request, tree, parents: [ours] })
  await keepCommit(context, runRef(run, 'merge', step), commit)
  return { kind: 'merged', commit, tree }
}

export async function mergeBase(context: GitContext, one: string, other: string): Promise<string | null> {
  const { code, stdout } = await context.git(sharedPlace(context), ['merge-base', one, other], {
    accept: [1],
  })
  return code === 0 ? stdout.trim() : null
}

export async function isAncestor(context: GitContext, ancestor: string, commit: string): Promise<boolean> {
  const args = ['merge-base', '--is-ancestor', ancestor, commit]
  return (await context.git(sharedPlace(context), args, { accept: [1] })).code === 0
}
