/** What one worktree was when we made it. */
export interface WorktreePlace {
  readonly files: string
  readonly gitDir: string
  /** The name under which git knows it. */
  readonly registration: string
  readonly base: string
}

/** What we made for a run, by the marks of the folders. Nothing else is ever written to or removed. */
export interface RunPlaces {
  readonly folder: string
  readonly worktrees: Readonly<Record<string, WorktreePlace>>
}
