import type { RunFailure } from '../../../kernel/failure.ts'
import type { Access, TurnRequest } from '../../../kernel/ports/agents.ts'
import type { ToolServer } from '../../../kernel/ports/tools.ts'
import type { ConfiguredAgent } from '../turns/configured-agent.ts'
import type { UsageReports } from './session-usage.ts'
import { type Said, translateReason, translateReply } from './translate-error.ts'
import type { JsonObject } from '../../../profiles/arrangement.ts'

/** What a session has to be, before it is opened. */
export interface SessionPlan {
  readonly agent: string
  readonly path: string
  readonly access: Access
  /** The agent's own name for the session to take up, or `null` for a new one. */
  readonly former: string | null
  readonly tools: ToolServer | null
  /** Goes along when the session is opened. */
  readonly meta: JsonObject | null
  /** `null`: whichever the agent is in. */
  readonly mode: string | null
  /** `null`: whichever the agent chooses. */
  readonly model: string | null
  /** Whether the model may be chosen in the session; otherwise it was told at the start. */
  readonly bySession: boolean
  readonly reports: UsageReports
  /** Whether anything is known of its program, and so of what its silence means. */
  readonly isKnownProgram: boolean
  /** What stands in the way of the agent, if its reply, or the last piece of it, tells that and nothing else. */
  readonly troubleIn: (said: Said, now: number) => RunFailure | null
  /** What stands in the way of the agent, by the words with which it says that it tries again. */
  readonly troubleOf: (reason: string, now: number) => RunFailure | null
}

/** A command of the user's own is taken to report as the protocol says, and is asked for a model as it says. */
const ANY_REPORTS: UsageReports = { tokens: 'per-turn', usd: 'cumulative' }

export function planSession(
  agent: ConfiguredAgent,
  request: TurnRequest,
  former: string | null,
): SessionPlan {
  const { program, name, model } = agent
  const way = program?.acp ?? null
  const isCheck = request.access === 'read' && request.may?.exec === true
  const settings = (isCheck ? way?.checks : null) ?? way?.access[request.access]
  return {
    agent: name,
    path: request.path,
    access: request.access,
    former,
    tools: request.tools ?? null,
    meta: settings?.session ?? null,
    mode: settings?.mode ?? null,
    model,
    bySession: way?.model.bySession ?? true,
    reports: way ?? ANY_REPORTS,
    isKnownProgram: program !== null,
    troubleIn: (said, now) => translateReply(said, { agent: name, program }, now),
    troubleOf: (reason, now) => translateReason(reason, { agent: name, program }, now),
  }
}
