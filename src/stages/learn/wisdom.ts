export const WISDOM_KINDS = ['learning', 'decision', 'convention', 'issue'] as const

export type WisdomKind = (typeof WISDOM_KINDS)[number]

/** Something worth knowing in later work, with what shows that it is so. */
export type Wisdom = {
  readonly kind: WisdomKind
  readonly text: string
  readonly evidence: string
  readonly by: 'person' | 'agent'
}

/** Where a team keeps what its runs have learnt, by kind. */
export const wisdomFiles: Readonly<Record<WisdomKind, string>> = {
  learning: '.tutti/wisdom/learnings.md',
  decision: '.tutti/wisdom/decisions.md',
  convention: '.tutti/wisdom/conventions.md',
  issue: '.tutti/wisdom/issues.md',
}
