import type { Scene } from '../../src/adapters/agents/scripted/script.ts'
import { createScriptedAgents } from '../../src/adapters/agents/scripted/scripted-agents.ts'
import type { Agents, TurnRequest } from '../../src/kernel/ports/agents.ts'
import type { Clock } from '../../src/kernel/ports/clock.ts'

/** Several scripted agents by name, in one process; their sessions outlive it. `taken` is told every turn. */
export function castAgents(
  cast: Readonly<Record<string, readonly Scene[]>>,
  sessions: Set<string>,
  taken: (turn: TurnRequest) => void = () => {},
): (clock: Clock) => Agents {
  return (clock) => {
    const byName = new Map(
      Object.entries(cast).map(([name, scenes]) => [
        name,
        createScriptedAgents({ script: { scenes }, clock, sessions }),
      ]),
    )
    const named = (name: string): Agents => {
      const agents = byName.get(name)
      if (agents === undefined) throw new Error(`Nobody plays ${name}.`)
      return agents
    }
    return {
      turn: (request, hooks) => {
        taken(request)
        return named(request.agent).turn(request, hooks)
      },
      end: async (session) => {
        const left = await Promise.all([...byName.values()].map((agents) => agents.end(session)))
        return left.reduce((sum, each) => sum + each, 0)
      },
      canResume: (agent) => named(agent).canResume(agent),
      close: async () => {
        for (const agents of byName.values()) await agents.close()
      },
    }
  }
}
