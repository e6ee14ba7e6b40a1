import type { Verdict } from '../../gates/verdict.ts'
import type { Run } from '../../kernel/playbook.ts'
import type { ConflictFile } from '../../kernel/ports/repository.ts'
import type { Task } from '../../plan/plan.ts'

/** The head of the proven line of commits that the run's tasks are merged onto. */
export interface IntegrationLine {
  head: string
  tree: string
}

/**
 * Proves a commit under a name of the given scope, as a recorded step. What passes on the line that it was merged
 * onto must pass on it too.
 */
export type Prove = (
  run: Run,
  name: string,
  commit: string,
  tree: string,
  line?: Readonly<IntegrationLine>,
) => Promise<Verdict>

/** What became of a task's proven work on the line; `with` names the other tasks that it takes to see it. */
export type Integration =
  | { readonly kind: 'integrated'; readonly commit: string }
  | {
      readonly kind: 'conflict'
      readonly paths: readonly string[]
      /** The line is `ours`, the task is `theirs`. */
      readonly files: readonly ConflictFile[]
      /** Whose landed work touched these paths since the task began. */
      readonly with: readonly string[]
    }
  | {
      readonly kind: 'not-proven'
      /** On a commit that has the task's work on top of the line. */
      readonly verdict: Verdict
      /** Empty: it fails alone. Else it passes alone and fails together with this one. */
      readonly with: readonly string[]
    }
  | { readonly kind: 'lost'; readonly problem: string; readonly with: readonly string[] }

/** A task's proven work that asks for the line. */
export interface Submission {
  readonly task: Task
  readonly commit: string
  /** Names the submission among all of the run. */
  readonly key: string
}

/** One task merged on top of the line and of those before it in its round. */
export interface Link {
  readonly task: Task
  readonly key: string
  readonly theirs: string
  readonly base: string | null
  /** What it was merged onto. */
  readonly ours: string
  readonly commit: string
  readonly tree: string
}

/** A link that is part of the line since a proven commit. */
export interface LandedLink extends Link {
  readonly landed: string
}
