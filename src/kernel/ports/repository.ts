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
}

export type MergeResult =
  | { readonly kind: 'merged'; readonly commit: string; readonly tree: string }
  | { readonly kind: 'conflict'; readonly paths: readonly string[]; readonly message: string }

export interface MergeRequest {
  readonly run: string
  readonly step: string
  readonly ours: string
  readonly theirs: string
  readonly message: string
  readonly at: number
}

export type DeliveryResult =
  | { readonly kind: 'delivered'; readonly branch: string; readonly commit: string }
  | { readonly kind: 'refused'; readonly reason: string }

/** The repository's content and its refs. Contract: as for workspaces, repeating ends in the same state. */
export interface Repository {
  checkout(): Promise<CheckoutFacts>
  /** The commit a name stands for now. */
  resolve(name: string): Promise<string | null>
  treeOf(commit: string): Promise<string>
  listFiles(commit: string): Promise<readonly string[]>
  readFile(commit: string, path: string): Promise<string | null>
  changes(from: string, to: string): Promise<readonly FileChange[]>
  isAncestor(ancestor: string, commit: string): Promise<boolean>
  /**
   * Merges two commits without a checkout. The result is one commit on top of `ours` alone, so that the
   * history stays a line of proven commits; it is kept by a ref of the run.
   */
  merge(request: MergeRequest): Promise<MergeResult>
  /** Points a branch of the user's at a proven commit; refuses when that would lose or disturb anything. */
  deliver(request: {
    readonly run: string
    readonly branch: string
    readonly commit: string
  }): Promise<DeliveryResult>
}
