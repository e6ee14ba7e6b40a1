import type { Json } from '../json.ts'
import type { Usage } from '../usage.ts'
import type { Activity } from './activity.ts'
import type { IsolationLevel } from './isolation.ts'
import type { ToolServer } from './tools.ts'

/** What a role may do. Enforced by the answers to permission requests and by looking at what changed. */
export type Access = 'read' | 'write'

/** What a role may do beside reading and writing files; enforced like its access. */
export type Leave = { readonly exec: boolean; readonly network: boolean }

/**
 * A word to an agent that fell silent or ran out of time, in the turn that began at `begunAt`, by `Clock.awake`. The
 * turn's whole time still counts from there; only one that is asked to finish gets one more silence's length.
 */
export interface Nudge {
  readonly kind: 'status' | 'finish'
  readonly begunAt: number
}

export interface TurnRequest {
  readonly run: string
  /** The full step name; agents are told it out of band, so that their own logs can name it. */
  readonly step: string
  readonly attempt: number
  /** Which configured agent takes the turn. */
  readonly agent: string
  readonly role: string
  /** The folder the agent works in. */
  readonly path: string
  readonly access: Access
  /** Absent: a writer may do both, a reader may only look, on this machine and elsewhere. */
  readonly may?: Leave
  readonly prompt: string
  /** A session to go on with; the adapter throws `session-lost` when it cannot. */
  readonly session: string | null
  /** Contract tools for this turn, where the agent can take them. */
  readonly tools?: ToolServer
  /** Absent for an ordinary prompt. */
  readonly nudge?: Nudge
  /** How long the turn may take; absent: as long as the agent may. */
  readonly totalMs?: number
  /** Facts for agents that can use them; never instructions to widen access. */
  readonly meta?: Json
}

export interface TurnReply {
  /** Everything the agent said in this turn, unjudged. */
  readonly text: string
  readonly stop: 'ended' | 'refused' | 'token-limit' | 'turn-limit'
  readonly usage: Usage
  readonly session: string
  /** The model that took the turn, as far as the agent says; absent when it does not. */
  readonly model?: string
  /** How far its process was kept apart; absent where nobody tells. */
  readonly isolation?: IsolationLevel
}

export interface TurnHooks {
  readonly signal: AbortSignal
  readonly onActivity: (activity: Activity) => void
  /** Called whenever the agent tells what the turn has cost so far. */
  readonly onUsage: (usage: Usage) => void
  /** Called once, before the prompt is sent, with the session that will take the turn. */
  readonly onSession: (session: string) => Promise<void>
  /** Called with what the agent wanted to do and was not let, in one sentence, and the host if it was to reach one. */
  readonly onRefused: (what: string, host?: string) => void
}

/**
 * Coding agents. Contract: when `turn` settles, for whatever reason, the agent is either idle in a kept
 * session or gone with every process it started. Failures are `agent-missing`, `agent-failed` and
 * `session-lost`; an aborted signal rejects with `cancelled`. The reply is never judged here.
 *
 * An agent that says, thinks or does anything is slow; one that is silent too long is `hung`, one that takes
 * too long in all is `timed-out`. Either is first asked to stop: if it does, the failure names its `session`,
 * which is kept; if it does not, it is ended at once.
 */
export interface Agents {
  turn(request: TurnRequest, hooks: TurnHooks): Promise<TurnReply>
  /**
   * Ends a session that `turn` left open; a session that is not open is no error. Resolves with how many processes
   * outlived the session's agent, whoever ended it, and were ended: each is told once.
   */
  end(session: string): Promise<number>
  /** Whether this agent's sessions can be taken up again after its process has died. */
  canResume(agent: string): boolean
  close(): Promise<void>
}
