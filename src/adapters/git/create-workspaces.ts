import { rename, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { RunFailure } from '../../kernel/failure.ts'
import type {
  CommitRequest,
  CommitResult,
  FileWatch,
  OpenRequest,
  Workspace,
  Workspaces,
} from '../../kernel/ports/workspaces.ts'
import { copyIgnored } from './copy-ignored.ts'
import { translateFileErrors } from './file-errors.ts'
import { fingerprintFolder } from './fingerprint-folder.ts'
import type { GitContext } from './git-context.ts'
import { requireOwn, runFolder } from './git-context.ts'
import { inspectShared, rememberShared } from './guard-shared.ts'
import { listIgnored, removeIgnored } from './ignored-files.ts'
import { findStrays, forgetLeft, rememberLeft, setStraysAside } from './left-files.ts'
import { moveRefs, readRef } from './move-refs.ts'
import { discardRun, discardWorktree, ensureWorktree, findWorktree } from './open-worktree.ts'
import { listChanges, plainChange } from './list-changes.ts'
import { recoverRun } from './recover-run.ts'
import { removeFolder } from './remove-folder.ts'
import { rememberIndex } from './own-index.ts'
import { removeLocks, restoreFiles, setHead } from './restore-files.ts'
import { runRef } from './run-refs.ts'
import { safeName } from './safe-name.ts'
import { watchFiles } from './watch-files.ts'
import { treeOf, writeCommit } from './write-commit.ts'
import { writeTree } from './write-tree.ts'

/** Workspaces as detached git worktrees: nothing of them shows in the user's branches. */
export function createWorkspaces(context: GitContext): Workspaces {
  return {
    open: (request) => translateFileErrors(() => open(context, request)),
    listIgnored: (workspace) => translateFileErrors(() => ignoredIn(context, workspace)),
    watch: (workspace) => translateFileErrors(() => watch(context, workspace)),
    fingerprint: (workspace) => translateFileErrors(() => fingerprintFolder(workspace.path)),
    copyIgnored: (workspace, paths) => translateFileErrors(() => copyIgnored(context, workspace, paths)),
    commit: (request) => translateFileErrors(() => commit(context, request)),
    strays: (workspace) => translateFileErrors(() => straysIn(context, workspace)),
    reset: (workspace, target) => translateFileErrors(() => reset(context, workspace, target)),
    saveUnfinished: (request) => translateFileErrors(() => saveUnfinished(context, request)),
    remove: (workspace) => translateFileErrors(() => remove(context, workspace)),
    removeAll: (run) => translateFileErrors(() => discardRun(context, run)),
    guard: (run, step, workspace) => translateFileErrors(() => rememberShared(context, run, step, workspace)),
    inspect: (run, step) => translateFileErrors(() => inspectShared(context, run, step)),
    recover: (run) => translateFileErrors(() => recoverRun(context, run)),
  }
}

async function open(context: GitContext, { run, id, base, keep }: OpenRequest): Promise<Workspace> {
  const path = join(runFolder(context, run), safeName(id))
  const ref = runRef(run, 'work', id)
  await moveRefs(context, { [ref]: base })
  const worktree = await ensureWorktree(context, path, base)
  await setStraysAside(context, worktree)
  await restoreFiles(context, worktree, base)
  if (keep !== undefined) await removeIgnored(context, worktree, keep)
  return { id, path, ref, baseCommit: base }
}

async function ignoredIn(context: GitContext, workspace: Workspace): Promise<readonly string[]> {
  requireOwn(context, workspace)
  const worktree = await findWorktree(context, workspace.path)
  if (worktree === null) throw gone(workspace)
  return listIgnored(context, worktree)
}

async function watch(context: GitContext, workspace: Workspace): Promise<FileWatch> {
  requireOwn(context, workspace)
  const worktree = await findWorktree(context, workspace.path)
  if (worktree === null) throw gone(workspace)
  return watchFiles(context, worktree)
}

async function commit(context: GitContext, request: CommitRequest): Promise<CommitResult> {
  const { workspace, parent, run, step } = request
  requireOwn(context, workspace)
  const worktree = await findWorktree(context, workspace.path)
  if (worktree === null) throw gone(workspace)
  await removeLocks(context, worktree.gitDir)
  const { tree, indexFile } = await writeTree(context, worktree, parent)
  const unchanged = tree === (await treeOf(context, parent))
  const made = unchanged ? parent : await writeCommit(context, { ...request, tree, parents: [parent] })
  await moveRefs(context, { [workspace.ref]: made, [runRef(run, 'step', step)]: made })
  await setHead(context, worktree, made)
  await rememberLeft(context, worktree, indexFile)
  await context.effect('git index', () => rename(indexFile, join(worktree.gitDir, 'index')))
  await rememberIndex(context, worktree)
  const changes = unchanged ? [] : (await listChanges(context, parent, made)).map(plainChange)
  return { commit: made, tree, changes }
}

async function reset(context: GitContext, workspace: Workspace, target: string): Promise<void> {
  requireOwn(context, workspace)
  const worktree = await ensureWorktree(context, workspace.path, target)
  await forgetLeft(context, worktree)
  await restoreFiles(context, worktree, target)
}

async function straysIn(context: GitContext, workspace: Workspace): Promise<readonly string[]> {
  requireOwn(context, workspace)
  const worktree = await findWorktree(context, workspace.path)
  return worktree === null ? [] : findStrays(context, worktree)
}

async function saveUnfinished(
  context: GitContext,
  request: Omit<CommitRequest, 'message'>,
): Promise<string | null> {
  const { run, step, workspace, parent } = request
  requireOwn(context, workspace)
  const worktree = await findWorktree(context, workspace.path)
  if (worktree === null) return null
  await removeLocks(context, worktree.gitDir)
  const { tree, indexFile } = await writeTree(context, worktree, parent)
  await rememberLeft(context, worktree, indexFile)
  if (tree === (await treeOf(context, parent))) return null
  const ref = runRef(run, 'wip', step)
  const earlier = await readRef(context, ref)
  if (earlier !== null && tree === (await treeOf(context, earlier))) return earlier
  // An earlier interruption of the same step stays reachable as a second parent.
  const parents = earlier === null ? [parent] : [parent, earlier]
  const message = `Unfinished work of ${step}`
  const made = await writeCommit(context, { ...request, tree, parents, message })
  await moveRefs(context, { [ref]: made })
  return made
}

async function remove(context: GitContext, workspace: Workspace): Promise<void> {
  requireOwn(context, workspace)
  await context.serially(() => discardWorktree(context, workspace.path))
  await context.effect('remove workspace', async () => {
    await removeFolder(`${workspace.path}.tmp`)
    await removeFolder(`${workspace.path}.agent-tmp`)
    await rmdir(dirname(workspace.path)).catch(() => {})
  })
}

function gone(workspace: Workspace): RunFailure {
  const message = `The workspace ${workspace.id} at ${workspace.path} is gone: resume the run to open it again.`
  return new RunFailure({ code: 'workspace-failed', message })
}
