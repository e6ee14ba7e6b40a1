import type { SharedFinding } from '../../kernel/ports/workspaces.ts'
import type { Undone } from './guard-store.ts'

/** A finding and how to undo it; undoing gives `null` when somebody else has moved it meanwhile. */
export interface PlannedFinding {
  readonly finding: SharedFinding
  readonly undo: (() => Promise<Undone | null>) | null
  /** Whether undoing removes something that stands in the way of putting other things back. */
  readonly removes?: boolean
}
