import type { WrittenAgent, WrittenRoute } from './agent-schemas.ts'
import type { AgentSettings, RouteSettings } from './settings.ts'

/** An agent as a file has it, with everything that the file leaves out. */
export function completeAgent({ program, command, model, way, env, resume }: WrittenAgent): AgentSettings {
  return {
    program: program ?? null,
    command: command ?? null,
    model: model ?? null,
    way: way ?? null,
    env: env ?? {},
    resume: resume ?? true,
  }
}

/** As much for a route; what it does not say of the task stays absent, and fits every one. */
export function completeRoute({ agent, model, fallback, ...fits }: WrittenRoute): RouteSettings {
  return { ...fits, agent: agent ?? null, model: model ?? null, fallback: fallback ?? null }
}
