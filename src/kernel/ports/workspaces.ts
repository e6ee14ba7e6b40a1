/** A folder of a task's own, outside the user's checkout. A plain record: it survives the journal. */
export interface Workspace {
  readonly id: string
  readonly path: string
  /** The ref under `refs/tutti/<run>/` that keeps its newest recorded commit. */
  readonly ref: string
  readonly baseCommit: string
}

/** The workspace that holds the files of a run's process; no task can have its name. */
export const FILES_WORKSPACE = '_files'

export interface OpenRequest {
  readonly run: string
  readonly id: string
  readonly base: string
}

/** Everything that a preparation made in a workspace, kept where neither agents nor gates work. */
export interface PreparedImage {
  readonly id: string
}

export interface FileChange {
  readonly path: string
  readonly kind: 'added' | 'modified' | 'deleted'
}

/** How much one turn may add to a workspace. */
export type ChangeSize = {
  /** New files. */
  readonly files: number
  /** Of new files, and by which files that were there have grown. */
  readonly bytes: number
}

export const LARGEST_CHANGE: ChangeSize = { files: 100_000, bytes: 1024 ** 3 }

export interface CommitRequest {
  readonly run: string
  readonly step: string
  readonly workspace: Workspace
  /** The commit the work started from; the agent's own commits on top of it are folded in. */
  readonly parent: string
  readonly message: string
  /** Epoch milliseconds from the journal, so that repeating the commit gives the same hash. */
  readonly at: number
}

export interface CommitResult {
  /** Equal to the parent when nothing changed. */
  readonly commit: string
  readonly tree: string
  readonly changes: readonly FileChange[]
}

/**
 * Something that was not the agent's to do: to the shared repository, to the user's checkout, to a remote, in our
 * name, in a workspace in which no turn was at work, or after its own end; or what it told of its own spend.
 */
export interface SharedFinding {
  readonly what:
    | 'ref'
    | 'config'
    | 'hook'
    | 'checkout'
    | 'worktree'
    | 'trailer'
    | 'push'
    | 'process'
    | 'permission'
    | 'usage'
  readonly name: string
  /** What was done about it: put back, or only reported because it may be the user's own doing. */
  readonly action: 'undone' | 'reported'
  readonly message: string
}

/** A file of the commit that was written: now another one or gone, or the same again. */
export type WrittenFile = { readonly path: string; readonly as: 'other' | 'same' }

/** An eye on the files of a commit in one workspace. */
export interface FileWatch {
  /** Puts every file of the commit back that is not as it was; what was written until now does not count. */
  putBack(): Promise<void>
  /** Files of the commit that were written, and folders that were moved, since the watch began or last put something back. */
  written(): Promise<readonly WrittenFile[]>
  close(): void
}

/**
 * Worktrees of the user's repository. Contract: every method may be repeated after a crash and then ends in
 * the same state; none touches the user's checkout, index, stash, branches, configuration or hooks.
 */
export interface Workspaces {
  /** Makes the workspace at `base`, or finds it and puts it back there; ignored files stay. */
  open(request: OpenRequest): Promise<Workspace>
  /** Ignored files that are there now, by path; a folder that is ignored as a whole ends with `/`. */
  listIgnored(workspace: Workspace): Promise<readonly string[]>
  /** Keeps everything in a prepared workspace that is not of its commit. Contract: only commands of the preparation have worked there. */
  keepImage(run: string, workspace: Workspace): Promise<PreparedImage>
  /** Replaces every file that has another name outside, such as in a store of packages, by a copy: whoever writes it writes no other. */
  separate(workspace: Workspace): Promise<void>
  /**
   * Makes everything in a workspace that is not of its commit just as the image was when it was kept; without one it
   * is removed. `damaged`: the image is no longer what it was, or is another process's, and has to be made anew.
   */
  restoreImage(workspace: Workspace, image: PreparedImage | null): Promise<'restored' | 'damaged'>
  /** Contract: nobody has worked in the workspace since it was opened. What works there cannot hide from it. */
  watch(workspace: Workspace): Promise<FileWatch>
  /** Stands for every file in the workspace, ignored ones included; changes when somebody writes one of them. */
  fingerprint(workspace: Workspace): Promise<string>
  /** Copies ignored files of the user's checkout, by their paths in it; one that is not there is passed over. */
  copyIgnored(workspace: Workspace, paths: readonly string[]): Promise<void>
  /** A change that is larger than what was agreed on is refused as `agent-failed` before its content is read. */
  commit(request: CommitRequest): Promise<CommitResult>
  /**
   * Files, not ignored ones, that changed since `commit` or `saveUnfinished` last saw them, and so while no turn
   * was at work. They stay in mind when the workspace is opened again, until `reset` puts them back.
   */
  strays(workspace: Workspace): Promise<readonly string[]>
  /** Puts tracked and untracked files back to a commit; ignored files stay. A workspace that is gone is made again. */
  reset(workspace: Workspace, commit: string): Promise<void>
  /** Keeps the present tree under `refs/tutti/<run>/wip/<step>`; `null` when it is still the parent's. */
  saveUnfinished(request: Omit<CommitRequest, 'message'>): Promise<string | null>
  remove(workspace: Workspace): Promise<void>
  /** Removes every workspace of a run; its commits stay kept by its refs. */
  removeAll(run: string): Promise<void>
  /** Remembers, durably, what the shared repository, the user's checkout and the workspace's HEAD are before a turn or a gate. */
  guard(run: string, step: string, workspace?: Workspace): Promise<void>
  /** Compares with what `guard` remembered, undoes what is the agent's or its code's, and forgets it. */
  inspect(run: string, step: string): Promise<readonly SharedFinding[]>
  /** Ends our own git children of a dead conductor and removes only the lock files proven theirs. */
  recover(run: string): Promise<void>
}
