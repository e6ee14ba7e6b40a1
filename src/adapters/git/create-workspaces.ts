import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
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
import { dropRights } from './drop-rights.ts'
import { inspectShared, rememberShared } from './guard-shared.ts'
import { listIgnored } from './ignored-files.ts'
import { findStrays, forgetLeft, rememberLeft, setStraysAside } from './left-files.ts'
import { moveRefs, readRef } from './move-refs.ts'
import type { Worktree } from './open-worktree.ts'
import { discardRun, discardWorktree, withEnsured, withWorktree } from './open-worktree.ts'
import { namesOf, readPlaces } from './place-records.ts'
import { listChanges, plainChange } from './list-changes.ts'
import { recoverRun } from './recover-run.ts'
import { rememberIndex } from './own-index.ts'
import { PreparedImages } from './prepared-images.ts'
import { removePrivateObjects } from './private-objects.ts'
import { removeLocks, setHead } from './restore-files.ts'
import { restoreGenuine } from './restore-genuine.ts'
import { removeGiven, removeIfEmpty } from './run-places.ts'
import { isOfMachine } from './run-git.ts'
import { runRef } from './run-refs.ts'
import { safeName } from './safe-name.ts'
import { separateFiles } from './separate-files.ts'
import { watchFiles } from './watch-files.ts'
import { treeOf, writeCommit } from './write-commit.ts'
import type { WrittenTree } from './write-tree.ts'
import { writeTree } from './write-tree.ts'

/** Workspaces as detached git worktrees: nothing of them shows in the user's branches. */
export function createWorkspaces(context: GitContext): Workspaces {
  const images = new PreparedImages(context)
  return {
    open: (request) => translateFileErrors(() => open(context, request)),
    listIgnored: (workspace) => inOwn(context, workspace, (worktree) => listIgnored(context, worktree)),
    keepImage: (run, workspace) => inOwn(context, workspace, (worktree) => images.keep(run, worktree)),
    separate: (workspace) => inOwn(context, workspace, (worktree) => separateFiles(context, worktree)),
    restoreImage: (workspace, image) =>
      inOwn(context, workspace, (worktree) => images.restore(worktree, image)),
    watch: (workspace) => translateFileErrors(() => watch(context, workspace)),
    fingerprint: (workspace) => translateFileErrors(() => fingerprint(context, workspace)),
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

async function open(context: GitContext, { run, id, base }: OpenRequest): Promise<Workspace> {
  const path = join(runFolder(context, run), safeName(id))
  const ref = runRef(run, 'work', id)
  await moveRefs(context, { [ref]: base })
  await withHealed(context, path, base, async (worktree) => {
    await setStraysAside(context, worktree)
    await restoreGenuine(context, worktree, base)
  })
  return { id, path, ref, baseCommit: base }
}

async function inOwn<T>(
  context: GitContext,
  workspace: Workspace,
  act: (worktree: Worktree) => Promise<T>,
): Promise<T> {
  requireOwn(context, workspace)
  return translateFileErrors(async () => {
    const done = await withWorktree(context, workspace.path, async (worktree) => ({
      is: await act(worktree),
    }))
    if (done === null) throw gone(workspace)
    return done.is
  })
}

async function watch(context: GitContext, workspace: Workspace): Promise<FileWatch> {
  requireOwn(context, workspace)
  return watchFiles(context, workspace.path, () => gone(workspace))
}

async function commit(context: GitContext, request: CommitRequest): Promise<CommitResult> {
  requireOwn(context, request.workspace)
  const { path } = request.workspace
  const made = await withWorktree(context, path, (worktree) => commitIn(context, worktree, request))
  if (made !== null) return made
  const { run, id } = namesOf(context, path)
  const isKnown = (await readPlaces(context, run))?.worktrees[id] !== undefined
  throw isKnown ? lost(request.workspace) : gone(request.workspace)
}

async function commitIn(
  context: GitContext,
  worktree: Worktree,
  request: CommitRequest,
): Promise<CommitResult> {
  const { workspace, parent, run, step } = request
  await removeLocks(context, worktree.git)
  const { tree, index } = await treeIn(context, worktree, workspace, parent)
  const unchanged = tree === (await treeOf(context, parent))
  const made = unchanged ? parent : await writeCommit(context, { ...request, tree, parents: [parent] })
  await moveRefs(context, { [workspace.ref]: made, [runRef(run, 'step', step)]: made })
  await setHead(context, worktree, made)
  await rememberLeft(context, worktree, index)
  await context.effect('git index', () => rename(worktree.git.at(index), worktree.git.at('index')))
  await rememberIndex(context, worktree)
  const changes = unchanged ? [] : (await listChanges(context, parent, made)).map(plainChange)
  return { commit: made, tree, changes }
}

async function reset(context: GitContext, workspace: Workspace, target: string): Promise<void> {
  requireOwn(context, workspace)
  await withHealed(context, workspace.path, target, async (worktree) => {
    await forgetLeft(context, worktree)
    await restoreGenuine(context, worktree, target)
  })
  await removePrivateObjects(context, workspace.path)
}

/** Works in a worktree; one in which git cannot work any more, whatever an agent did to it, is made anew. */
async function withHealed(
  context: GitContext,
  path: string,
  commit: string,
  act: (worktree: Worktree) => Promise<void>,
): Promise<void> {
  try {
    await withEnsured(context, path, commit, act)
  } catch (error) {
    if (!isOfWorktree(error)) throw error
    await context.serially(() => discardWorktree(context, path))
    await withEnsured(context, path, commit, act)
  }
}

/** A place that is not what we made is never like anything that was seen there. */
async function fingerprint(context: GitContext, workspace: Workspace): Promise<string> {
  requireOwn(context, workspace)
  const print = await withWorktree(context, workspace.path, ({ files }) => fingerprintFolder(files.here))
  return print ?? randomUUID()
}

async function straysIn(context: GitContext, workspace: Workspace): Promise<readonly string[]> {
  requireOwn(context, workspace)
  const { path } = workspace
  return (await withWorktree(context, path, (worktree) => findStrays(context, worktree))) ?? []
}

async function saveUnfinished(
  context: GitContext,
  request: Omit<CommitRequest, 'message'>,
): Promise<string | null> {
  requireOwn(context, request.workspace)
  const { path } = request.workspace
  return withWorktree(context, path, (worktree) => saveIn(context, worktree, request))
}

async function saveIn(
  context: GitContext,
  worktree: Worktree,
  request: Omit<CommitRequest, 'message'>,
): Promise<string | null> {
  const { run, step, workspace, parent } = request
  await removeLocks(context, worktree.git)
  const { tree, index } = await treeIn(context, worktree, workspace, parent)
  await rememberLeft(context, worktree, index)
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
  const { run, id } = namesOf(context, workspace.path)
  await context.effect('remove workspace', async () => {
    await removeGiven(context, run, id)
    await removeIfEmpty(context, run)
  })
}

/** The files as an agent left them; what git cannot take is the agent's trouble, and not the run's. */
async function treeIn(
  context: GitContext,
  worktree: Worktree,
  workspace: Workspace,
  parent: string,
): Promise<WrittenTree> {
  try {
    await dropRights(context, worktree.files)
    return await writeTree(context, worktree, parent)
  } catch (error) {
    // What is refused was written by a turn all the same: nobody else is to be blamed for it.
    if (error instanceof RunFailure && error.code === 'agent-failed') await forgetLeft(context, worktree)
    if (!isOfWorktree(error)) throw error
    throw lost(workspace, error)
  }
}

/** Whether git failed at what lies in a worktree, and not at the disk or at what all worktrees share. */
function isOfWorktree(error: unknown): error is RunFailure {
  return error instanceof RunFailure && error.code === 'workspace-failed' && !isOfMachine(error.message)
}

function lost(workspace: Workspace, cause?: RunFailure): RunFailure {
  const { id, path } = workspace
  const why = cause === undefined ? 'is not what Tutti had made there' : `cannot be read (${cause.message})`
  const message = `The workspace ${id} at ${path} ${why}: it is made anew for the next attempt.`
  return new RunFailure({ code: 'agent-failed', trouble: 'crashed', message }, { cause })
}

function gone(workspace: Workspace): RunFailure {
  const message = `The workspace ${workspace.id} at ${workspace.path} is gone: resume the run to open it again.`
  return new RunFailure({ code: 'workspace-failed', message })
}
