import type { ActivityLog } from './activity.ts'
import type { Allowances } from './allowances.ts'
import type { Agents } from './agents.ts'
import type { Clock } from './clock.ts'
import type { Commands } from './commands.ts'
import type { Files } from './files.ts'
import type { Journal } from './journal.ts'
import type { Repository } from './repository.ts'
import type { Secrets } from './secrets.ts'
import type { Store } from './store.ts'
import type { Tools } from './tools.ts'
import type { Workspaces } from './workspaces.ts'

/** The only door out of a run, and the only thing that tests replace. */
export interface World {
  readonly clock: Clock
  readonly journal: Journal
  readonly agents: Agents
  readonly commands: Commands
  readonly workspaces: Workspaces
  readonly repository: Repository
  readonly files: Files
  readonly store: Store
  readonly secrets: Secrets
  /** `null` where agents answer with a block of JSON alone. */
  readonly tools: Tools | null
  readonly activity: ActivityLog
  /** Absent where nobody remembers a person's word. */
  readonly allowances?: Allowances
}
