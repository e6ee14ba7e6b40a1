/** What a task may not quietly do to the things that judge it. Everything here is data, so that it can stand in a run's input. */
export type Protection = {
  /** What becomes of a change outside the task's write-set when no other task holds that path. */
  readonly outside: 'refuse' | 'extend'
  readonly tests: 'protect' | 'free'
  /** Whatever defines a gate: scripts, runner, compiler and linter configuration, and the like. */
  readonly gates: 'protect' | 'free'
  readonly ci: 'protect' | 'free'
  readonly lockFiles: 'protect' | 'free'
  /** Whether what looks like a secret is kept out of files. */
  readonly secrets: 'protect' | 'free'
  /** More paths and globs that no task may change unless its write-set names them. */
  readonly paths: readonly string[]
}

export const standardProtection: Protection = {
  outside: 'refuse',
  tests: 'protect',
  gates: 'protect',
  ci: 'protect',
  lockFiles: 'protect',
  secrets: 'protect',
  paths: [],
}
