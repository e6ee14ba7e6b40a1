import type { MergeRequest, MergeResult } from '../../kernel/ports/repository.ts'
import type { GitContext } from './git-context.ts'
import { sharedPlace } from './git-context.ts'
import { moveRefs } from './move-refs.ts'
import { runRef } from './run-refs.ts'
import { treeOf, writeCommit } from './write-commit.ts'

/** Git would take attributes from what the user has staged; there is no such file. */
const NO_INDEX = '/dev/null/index'

/**
 * Merges without a checkout, into one commit on top of `ours` alone; only when there is nothing to bring in is
 * the result `ours` itself. Contract: the same request gives the same hash.
 */
export async function mergeCommits(context: GitContext, request: MergeRequest): Promise<MergeResult> {
  const { run, step, ours, theirs } = request
  const args = ['merge-tree', '--write-tree', '-z', '--messages', '--name-only', ours, theirs]
  const { code, stdout } = await context.effect('git merge-tree', () =>
    context.git({ ...sharedPlace(context), indexFile: NO_INDEX }, args, { accept: [1] }),
  )
  const [tree = '', ...rest] = stdout.split('\0')
  if (code === 1) return conflict(rest)
  const isNothing = tree === (await treeOf(context, ours))
  const commit = isNothing ? ours : await writeCommit(context, { ...request, tree, parents: [ours] })
  await moveRefs(context, { [runRef(run, 'merge', step)]: commit })
  return { kind: 'merged', commit, tree }
}

export async function isAncestor(context: GitContext, ancestor: string, commit: string): Promise<boolean> {
  const args = ['merge-base', '--is-ancestor', ancestor, commit]
  return (await context.git(sharedPlace(context), args, { accept: [1] })).code === 0
}

/** The paths up to an empty field, then messages: a count, that many paths, a type, the text. */
function conflict(fields: readonly string[]): MergeResult {
  const end = fields.indexOf('')
  const messages: string[] = []
  for (let at = end + 1; at + 1 < fields.length;) {
    const paths = Number(fields[at])
    const type = fields[at + paths + 1] ?? ''
    const text = fields[at + paths + 2] ?? ''
    if (type.startsWith('CONFLICT')) messages.push(text.trim())
    at += paths + 3
  }
  return { kind: 'conflict', paths: [...new Set(fields.slice(0, end))], message: messages.join('\n') }
}
