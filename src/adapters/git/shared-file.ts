/** A file that all worktrees share, as it was once. */
export type SharedFile =
  | { readonly kind: 'file'; readonly mode: number; readonly sha256: string }
  | { readonly kind: 'link'; readonly target: string }

/** By path below the common directory. */
export type SharedFiles = Readonly<Record<string, SharedFile>>
