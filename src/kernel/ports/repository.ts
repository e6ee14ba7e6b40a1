import type { FileChange } from './workspaces.ts'

export interface CheckoutFacts {
  readonly root: string
  readonly head: string
  /** `null` on a detached HEAD. */
  readonly branch: string | null
  /** Paths with changes that are not committed, untracked files included. */
  readonly dirty: readonly string[]
}

/** A changed file with its text on both sides; a side on which it is absent, or that is no readable text, is `null`. */
export interface ChangedFile {
  readonly path: string
  readonly kind: FileChange['kind']
  readonly before: string | null
  readonly after: string | null
  /** Not text, or too large to read. */
  readonly opaque: boolean
  readonly modeChanged: boolean
  /** It could be run as a program before, and cannot now. */
  readonly lostExecution?: true
  /** What stands there now, where that is no file of its own: of a link `after` is its target. */
  readonly entry?: 'link' | 'submodule'
}

/** A line of a file, with the file's path. */
export type FoundLine = { readonly path: string; readonly text: string }

export type MergeResult =
  | { readonly kind: 'merged'; readonly commit: string; readonly tree: string }
  | MergeConflict

export type MergeConflict = {
  readonly kind: 'conflict'
  readonly paths: readonly string[]
  readonly files: readonly ConflictFile[]
  readonly message: string
}

/** A file that git could not merge; in its words and markers the sides are called `ours` and `theirs`. */
export type ConflictFile = {
  readonly path: string
  readonly kind: 'content' | 'add' | 'delete' | 'rename' | 'mode' | 'binary' | 'folder' | 'submodule'
  /** What git says of it. */
  readonly message: string
  /** With conflict markers where there are two texts, of limited length; `null` when it is no text. */
  readonly text: string | null
}

export interface MergeRequest {
  readonly run: string
  readonly step: string
  readonly ours: string
  readonly theirs: string
  readonly message: string
  /** Whose work it is; each becomes a trailer. */
  readonly tasks?: readonly string[]
  readonly at: number
}

/** The commits of a merge; `base` is what both sides stood on. */
export interface MergeVersions {
  readonly base: string
  readonly ours: string
  readonly theirs: string
  readonly result: string
}

/** Texts by path, `null` where a commit has no such file. What is no text stands by the hash of its content. */
export type MergedTexts = Readonly<Record<keyof MergeVersions, ReadonlyMap<string, string | null>>>

export interface OverlayRequest {
  readonly run: string
  readonly step: string
  readonly onto: string
  readonly from: string
  /** Files, each by its whole path. */
  readonly paths: readonly string[]
  readonly message: string
  readonly at: number
}

export type DeliveryResult =
  | { readonly kind: 'delivered'; readonly branch: string; readonly commit: string }
  | { readonly kind: 'refused'; readonly reason: string }

export interface AdvanceRequest {
  readonly run: string
  readonly branch: string
  /** Where the branch stood when somebody agreed; if it stands elsewhere now nothing is moved. */
  readonly from: string
  readonly to: string
}

export type AdvanceResult =
  | { readonly kind: 'advanced' }
  | { readonly kind: 'refused'; readonly reason: string }

/** The repository's content and its refs. Contract: as for workspaces, repeating ends in the same state. */
export interface Repository {
  checkout(): Promise<CheckoutFacts>
  /** The commit a name stands for now. */
  resolve(name: string): Promise<string | null>
  treeOf(commit: string): Promise<string>
  listFiles(commit: string): Promise<readonly string[]>
  /** `null`: there is no such file, or it is larger than any that says how a project is worked on. */
  readFile(commit: string, path: string): Promise<string | null>
  /** The same whatever the file holds. */
  readBytes(commit: string, path: string): Promise<Uint8Array | null>
  /** The lines of a commit's text files that hold one of the words, at a cost that does not grow with their number. */
  findLines(commit: string, words: readonly string[]): Promise<readonly FoundLine[]>
  changes(from: string, to: string): Promise<readonly FileChange[]>
  /** The same with the texts on both sides, at a cost that does not grow with a process for each file. */
  readChanges(from: string, to: string): Promise<readonly ChangedFile[]>
  /** The newest commit that both stand on. */
  mergeBase(one: string, other: string): Promise<string | null>
  isAncestor(ancestor: string, commit: string): Promise<boolean>
  /**
   * Merges two commits without a checkout. The result is one commit on top of `ours` alone, so that the
   * history stays a line of proven commits; it is kept by a ref of the run.
   */
  merge(request: MergeRequest): Promise<MergeResult>
  /**
   * The texts of a merge, without the files that only one side changed and that the result has as on that side.
   * Of files that are no text only those are told in which the result is nobody's or one side's alone.
   */
  readMerge(versions: MergeVersions): Promise<MergedTexts>
  /**
   * `onto` with the given files as they are in `from`, those that are absent there removed: one commit on top of
   * `onto`, or `onto` itself when nothing differs. It is kept by a ref of the run.
   */
  overlay(request: OverlayRequest): Promise<{ readonly commit: string; readonly tree: string }>
  /** Points a branch of the user's at a proven commit; refuses when that would lose or disturb anything. */
  deliver(request: {
    readonly run: string
    readonly branch: string
    readonly commit: string
  }): Promise<DeliveryResult>
  /**
   * Moves the branch that the user's checkout stands on forward, with the files of the checkout. Contract: refuses
   * unless the checkout is clean, on that branch and at `from`, and `to` stands on it; one that a crash cut off is
   * brought to its end when it is repeated, unless somebody has worked in the checkout since.
   */
  advance(request: AdvanceRequest): Promise<AdvanceResult>
  /** The commits after `from` up to `to` as one mailbox for `git am`, byte for byte; `null`: it is too large for one. */
  patch(from: string, to: string): Promise<Uint8Array | null>
}
