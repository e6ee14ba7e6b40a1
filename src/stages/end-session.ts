import type { Run } from '../kernel/playbook.ts'

/** Ends an agent's session that was kept for more, when nothing more comes. */
export async function endSession(run: Run, name: string, session: string): Promise<void> {
  await run.step(name, {
    kind: 'session-end',
    input: { session },
    execute: async ({ world }) => {
      await world.agents.end(session)
      return null
    },
  })
}
