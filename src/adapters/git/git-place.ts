import type { Folder } from '../places/folder-handle.ts'
import type { KeptFolder } from './private-view.ts'

/** Where a git command acts. Without `gitDir` git looks for the repository from `cwd`. */
export interface GitPlace {
  readonly cwd: string
  readonly gitDir?: string
  readonly workTree?: string
  readonly indexFile?: string
  /** Further folders of objects; only to look at them, because what git finds there it does not write again. */
  readonly alternates?: readonly string[]
  /** A worktree of ours: its files and its git directory, held open, and what all worktrees share. */
  readonly worktree?: { readonly files: Folder; readonly git: Folder; readonly shared: SettledShared }
  /** Acts on what all worktrees share, by its settings as they were at first; it moves no ref. */
  readonly settled?: SettledShared
}

/** What all worktrees share, and what of it is taken as it was at first. */
export interface SettledShared {
  readonly name: string
  readonly commonDir: string
  /** Folders that git works in. */
  readonly used: readonly string[]
  readonly content: () => Promise<KeptFolder>
}
