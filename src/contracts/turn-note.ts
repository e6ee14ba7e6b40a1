import type { Stored } from '../kernel/event.ts'
import type { StepContext } from '../kernel/playbook.ts'
import type { Nudge } from '../kernel/ports/agents.ts'
import type { SharedFinding } from '../kernel/ports/workspaces.ts'
import type { ToolName } from './tool-call.ts'

export type TurnFinding = {
  readonly what: SharedFinding['what']
  readonly name: string
  readonly action: SharedFinding['action']
  readonly message: string
}

/** A tool's call that was taken; `call` is the input as it was understood. */
export type CallNote = {
  readonly tool: ToolName
  readonly call: Stored
  /** The role of whoever made it, and its task. */
  readonly from: string
  readonly task: string | null
  readonly at: number
}

/** What a turn makes durable on its way. */
export type TurnNote =
  | { readonly session: string }
  | { readonly reply: Stored }
  | { readonly lost: string }
  | { readonly nudged: Nudge['kind'] }
  | { readonly findings: readonly TurnFinding[] }
  | CallNote

/** What was found in this turn, by earlier attempts at it too. */
export async function allFindings(context: StepContext): Promise<readonly TurnFinding[]> {
  const earlier = (context.notes as readonly TurnNote[]).flatMap((note) =>
    'findings' in note ? note.findings : [],
  )
  const all = [...earlier, ...(await inspect(context))]
  return all.filter(({ message }, index) => all.findIndex((each) => each.message === message) === index)
}

/** What the shared repository shows now, as plain values for the journal. */
export async function inspect({ world, run, step }: StepContext): Promise<readonly TurnFinding[]> {
  return (await world.workspaces.inspect(run, step)).map((finding) => ({ ...finding }))
}

/** The session that took the prompt last. */
export function lastSession({ notes }: StepContext): string | null {
  for (const note of [...notes].reverse() as TurnNote[]) {
    if ('session' in note) return note.session
  }
  return null
}
