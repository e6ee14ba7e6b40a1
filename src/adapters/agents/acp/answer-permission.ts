import type { RequestPermissionOutcome } from '@agentclientprotocol/sdk'
import type { Access, Leave } from '../../../kernel/ports/agents.ts'
import type { ToolServer } from '../../../kernel/ports/tools.ts'
import { isInsideWorkspace } from './inside-workspace.ts'
import { isOwnTool } from './is-own-tool.ts'
import { MOST_PATHS, type ToolCall } from './tool-call.ts'
import { asRecord, asText } from '../../../kernel/untrusted-json.ts'

const LOOKING: ReadonlySet<string> = new Set(['read', 'search', 'fetch', 'think'])
/** What a call of a tool that is not the agent's own may call itself. */
const FOREIGN: ReadonlySet<string> = new Set(['other', 'think', 'read', 'search', 'fetch', 'execute'])

export interface PermissionAsk {
  readonly access: Access
  /** `null`: what the access alone gives. */
  readonly may: Leave | null
  /** Our own tools, if the agent has them. */
  readonly own: Pick<ToolServer, 'name' | 'tools'> | null
  readonly workspace: string
  /** Whether the system itself keeps the agent's process from writing. */
  readonly isReadOnly: boolean
  readonly tool: ToolCall
  /** As the agent sent them. */
  readonly options: readonly unknown[]
}

export interface PermissionAnswer {
  readonly allowed: boolean
  readonly reason: string
  readonly outcome: RequestPermissionOutcome
}

/** Answers at once, by the role's access; options are chosen by their kind because their ids mean nothing. */
export async function answerPermission(ask: PermissionAsk): Promise<PermissionAnswer> {
  const objection = await objectionTo(ask)
  const wanted = objection === null ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always']
  const optionId = optionOf(ask.options, wanted)
  return {
    allowed: objection === null && optionId !== null,
    reason: objection ?? (optionId === null ? 'no way to allow it was offered' : groundFor(ask)),
    outcome: optionId === null ? { outcome: 'cancelled' } : { outcome: 'selected', optionId },
  }
}

function groundFor({ access, tool, isReadOnly }: PermissionAsk): string {
  const isHarmless = access === 'read' && tool.kind === 'execute' && isReadOnly
  return isHarmless ? 'read access, and the system keeps it from writing' : `${access} access`
}

/** A reader whom the system keeps from writing may look around with commands, whatever its role may do else. */
async function objectionTo(ask: PermissionAsk): Promise<string | null> {
  const { access, may, own, workspace, tool } = ask
  const isHarmless = access === 'read' && tool.kind === 'execute' && ask.isReadOnly

  if (own !== null && isOwnTool(own, tool.title) && FOREIGN.has(tool.kind) && !tool.changes) return null
  if (tool.kind === 'fetch' && may?.network === false) return 'the role may not reach the network'
  if (tool.kind === 'execute' && may?.exec === false && !isHarmless) return 'the role may not run commands'
  if (LOOKING.has(tool.kind) && !tool.changes) return null
  const mayRun = tool.kind === 'execute' && (may?.exec === true || isHarmless) && !tool.changes
  if (access === 'read' && !mayRun) return 'read access'
  if (tool.paths.length > MOST_PATHS) return `more than ${MOST_PATHS} files at once`
  for (const path of tool.paths) {
    if (!(await isInsideWorkspace(workspace, path)))
      return `${path} is outside the workspace or belongs to git`
  }
  return null
}

function optionOf(options: readonly unknown[], kinds: readonly string[]): string | null {
  for (const kind of kinds) {
    for (const option of options) {
      const { kind: offered, optionId } = asRecord(option)
      if (offered === kind && asText(optionId) !== null) return asText(optionId)
    }
  }
  return null
}
