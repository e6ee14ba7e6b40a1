import type { StepContext } from '../kernel/playbook.ts'
import type { World } from '../kernel/ports/world.ts'
import type { TurnFinding, TurnNote } from './turn-note.ts'

/** Ends an agent's session; what outlived the agent is a finding, and has been ended with it. */
export async function endAgent(
  { agents, tools }: Pick<World, 'agents' | 'tools'>,
  session: string,
): Promise<readonly TurnFinding[]> {
  tools?.forget(session)
  const left = await agents.end(session)
  if (left === 0) return []
  const what = left === 1 ? '1 process running; it was' : `${left} processes running; they were`
  const message = `The agent left ${what} ended.`
  return [{ what: 'process', name: session, action: 'undone', message }]
}

/** Within a turn, whose finding it then is. */
export async function endAndNote(context: StepContext, session: string): Promise<void> {
  const findings = await endAgent(context.world, session)
  if (findings.length > 0) await context.note({ findings } satisfies TurnNote)
}
