import { endAgent } from '../../contracts/end-agent.ts'
import type { TurnFinding } from '../../contracts/turn-note.ts'
import type { Attempt } from './attempt.ts'
import { fact } from '../facts.ts'

/** Ends an agent's session that was kept for more, when nothing more comes, and tells what it left running. */
export async function endSession(attempt: Attempt, name: string, session: string): Promise<void> {
  const left = await attempt.run.step<readonly TurnFinding[] | null>(name, {
    kind: 'session-end',
    input: { session },
    execute: ({ world }) => endAgent(world, session),
  })
  await tellLeft(attempt, name, left ?? [])
}

/** Records what outlived an agent; older journals know nothing of it. */
export async function tellLeft(
  { run, task }: Attempt,
  name: string,
  left: readonly TurnFinding[] = [],
): Promise<void> {
  for (const { action, message } of left) {
    await run.record(`${name}-left`, fact({ kind: 'finding', value: { task: task.id, action, message } }))
  }
}
