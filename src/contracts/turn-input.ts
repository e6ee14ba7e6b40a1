import type { Access, Leave } from '../kernel/ports/agents.ts'
import type { Workspace } from '../kernel/ports/workspaces.ts'
import type { TurnTools } from './offer-tools.ts'

export interface TurnInput {
  readonly agent: string
  readonly role: string
  readonly access: Access
  readonly may?: Leave
  /** How long the turn may take; absent: as long as the agent may. */
  readonly turnMs?: number
  readonly prompt: string
  /** The prompt for a session that knows nothing of the one it follows; absent: the same. */
  readonly anew?: string
  readonly session: string | null
  /** A session whose turn was cut off, to be gone on with instead, and the commit that has its files. */
  readonly parked?: { readonly session: string; readonly commit: string } | null
  readonly workspace: Workspace
  /** The commit the workspace stands at; a write turn's work is committed on top of it. */
  readonly parent: string
  /** The commit message of a write turn. */
  readonly message: string
  /** How the reply is asked for: said again to an agent that was too slow. */
  readonly replyAs: string
  /** What the agent is offered, where the world has tools. */
  readonly tools?: TurnTools | null
}
