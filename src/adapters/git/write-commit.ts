import type { GitContext } from './git-context.ts'
import { sharedPlace } from './git-context.ts'
import { commitMessage } from './commit-message.ts'

export interface CommitFacts {
  readonly run: string
  readonly step: string
  readonly tree: string
  readonly parents: readonly string[]
  readonly message: string
  /** Each becomes a trailer. */
  readonly tasks?: readonly string[]
  /** Epoch milliseconds. */
  readonly at: number
}

/** Makes a commit object; the same facts give the same hash, and no ref moves. */
export async function writeCommit(context: GitContext, facts: CommitFacts): Promise<string> {
  const parents = facts.parents.flatMap((parent) => ['-p', parent])
  const message = commitMessage({ ...facts, message: await context.secrets.redact(facts.message) })
  const { stdout } = await context.effect('git commit-tree', () =>
    context.git(sharedPlace(context), ['commit-tree', facts.tree, ...parents, '-F', '-'], {
      input: message,
      at: facts.at,
    }),
  )
  const commit = stdout.trim()
  context.trees.set(commit, facts.tree)
  return commit
}

/** The tree of a commit. */
export async function treeOf(context: GitContext, commit: string): Promise<string> {
  const known = context.trees.get(commit)
  if (known !== undefined) return known
  const { stdout } = await context.git(sharedPlace(context), ['rev-parse', '--verify', `${commit}^{tree}`])
  const tree = stdout.trim()
  if (/^[0-9a-f]+$/.test(commit) && commit.length === tree.length) context.trees.set(commit, tree)
  return tree
}
