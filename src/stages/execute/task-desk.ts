import type { Run } from '../../kernel/playbook.ts'
import type { FailureTally } from '../../policy/failure-ledger.ts'
import type { Integration, IntegrationLine } from '../integrate/integration.ts'

/** What the floor knows and a task at work needs. */
export interface TaskDesk {
  readonly line: Readonly<IntegrationLine>
  /** The tree of a commit of the line, as the merge queue has it. */
  treeAt(head: string): Promise<string>
  /** The task's wave in the plan, with the plan's revision. */
  readonly wave: string
  /** How often the plan was made anew before the failure of this name, for this task where the policy counts so. */
  replansBefore(name: string): number
  /** Another task that is not over and whose write-set covers the path. */
  holderOf(path: string): string | null
  /** Adds paths to the write-set. Contract: what another task holds then is held by both. */
  grow(paths: readonly string[]): void
  /** The person who does not want the task any more; look only inside a decision. */
  leftOutBy(): string | null
  /** Nothing new is to start from now on. */
  drain(): void
  /** What had happened when the failure of this name was recorded. */
  tallyAt(name: string): FailureTally
  submit(run: Run, commit: string): Promise<Integration>
}
